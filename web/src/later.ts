// Owns the second bundle of the page: what is not needed for the first look. `ui/later` loads it.
export { AppView } from "./apps/app-view";
export { Block, Content } from "./explore/content";
export { Structured } from "./explore/structured";
export { RootsCard } from "./inbox/roots";
export { Auth } from "./screens/auth";
export { ConfigEditor } from "./screens/config-editor";
export { Diff } from "./screens/diff";
export { Doctor } from "./screens/doctor";
export { LogLevel } from "./screens/log-level";
export { Server } from "./screens/server";
export { Tests } from "./screens/tests";
export { OpenKeys } from "./shell/keys-overlay";
export { RawPanel } from "./shell/raw-panel";
export { Comparison as RowComparison } from "./timeline/comparison";
export { StatsPane } from "./timeline/stats";
export { TestsPane } from "./tests/tests-pane";
export { Comparison } from "./ui/comparison";
