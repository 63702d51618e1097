// Owns the names of what is told about sessions: their state, what servers offer, connecting, findings,
// logins and settings. Where the backend passes on what a server said, its usual shape is added here.
import type * as wire from "../wire";

export type Fault = wire.Fault;
export type FaultDetails = wire.FaultDetails;
export type PostMortem = wire.PostMortem;

/** A session in a few words. */
export type Summary = Omit<wire.Summary, "serverInfo"> & { serverInfo: Implementation | null };

export type Phase = wire.Summary["phase"];
export type Status = wire.Summary["status"];
export type Origin = wire.Summary["origin"];

export interface Implementation {
  name?: string;
  title?: string;
  version?: string;
}

export type Kind = keyof wire.ListingBody;
export type ListState = wire.ListNow;
export type Ask = wire.Ask;
export type EndedAsk = wire.EndedAsk;
export type StandingRule = wire.StandingRule;
export type DraftsBody = wire.Drafts;
export type ProgressNow = wire.Progress;
export type CallNow = wire.CallNow;
export type Root = wire.Root;
export type Traffic = wire.Traffic;

/** How a session stands now: its summary, and what a page shows of it. */
export type SessionState = Omit<wire.SessionNow, keyof wire.Summary | "server"> &
  Summary & {
    server: {
      /** As it told it, which may be in any shape: `store/server-words.ts` reads it. */
      info: unknown;
      capabilities: unknown;
      instructions: string | null;
    } | null;
  };

export type Item = wire.ListedItem;
export type ItemList = wire.Lines;
export type Catalog = wire.ListingBody;
export type ItemDetail = wire.CatalogItem;
export type DiffBody = wire.Diff;
export type ShownApp = wire.ShownApp;
export type Outcome = wire.CallEnd["outcome"];
export type Advice = wire.Advice;
export type NamedServer = wire.NamedServer;
export type Understood = wire.Understood;
export type FoundPlace = wire.FoundPlace;
export type RecentServer = wire.RecentServer;
export type Opening = wire.Opening;
export type ServerConfig = wire.ServerConfig;
export type ServerConfigs = wire.ServerList;
export type Findings = wire.FindingsBody;
export type Capabilities = wire.Capabilities;
export type Capability = wire.Capability;
export type Offered = wire.Offered;
export type Terms = wire.Terms;
export type TermsNow = wire.TermsNow;
export type Surroundings = wire.Surroundings;
export type NamedValue = wire.NamedValue;
export type ListChanges = wire.ListChanges;

export type AuthStep = wire.AuthStep;
export type AuthExchange = wire.AuthExchange;
export type StageName = wire.LoginStage["stage"];
export type LoginStage = wire.LoginStage;
export type LoginSettings = wire.LoginSettings;
export type LoginEdits = wire.LoginEdits;
export type KeptToken = wire.KeptToken;

export type LoginStatus = wire.LoginStatus;

export interface Settings {
  theme: "system" | "light" | "dark";
  density: "compact" | "cozy";
  splits: Record<string, number>;
  singleKeys: boolean;
}
