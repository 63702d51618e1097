// What the page and the backend say to each other, by the names the page uses. The shapes come from the
// backend (`wire.d.ts`), so a change there that the page does not know of fails its type check.
//
// JSON that a server sent or a user typed travels as text in strings (`text`, `json`, `raw`), because
// parsing and writing it again would change it: 1.0, 1e400, long integers, the order of keys, duplicates.
import type * as wire from "./wire";

/** The backend as the parts of the page see it; paths begin with `/api`. */
export interface Api {
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  send<T>(method: string, path: string, body?: string): Promise<T>;
}

// ---- forms

export type FormProblem = wire.FieldError;
export type TextFault = wire.TextError;
export type FormEdit = wire.Edit;
export type FormRequest = Required<Omit<wire.FormBody, "formats">> & Pick<wire.FormBody, "formats">;
export type FormResponse = wire.Form;
export type FormApi = (request: FormRequest) => Promise<FormResponse>;

/** What every place of a form has, whatever its kind. */
export type NodeCommon = Pick<
  wire.FormNode,
  | "pointer"
  | "name"
  | "title"
  | "description"
  | "required"
  | "nullable"
  | "state"
  | "isDefault"
  | "default"
  | "examples"
  | "readOnly"
  | "deprecated"
>;

type NodeOf<K extends wire.FormKind["kind"]> = NodeCommon & Extract<wire.FormKind, { kind: K }>;

export type StringNode = NodeOf<"string">;
export type NumberNode = NodeOf<"number">;
export type BoolNode = NodeOf<"bool">;
export type NullNode = NodeOf<"null">;
export type ConstNode = NodeOf<"const">;
export type EnumNode = NodeOf<"enum">;
export type ObjectNode = NodeOf<"object">;
export type MapNode = NodeOf<"map">;
export type ArrayNode = NodeOf<"array">;
export type TupleNode = NodeOf<"tuple">;
export type UnionNode = NodeOf<"union">;
export type RefNode = NodeOf<"ref">;
export type RawNode = NodeOf<"raw">;
export type FormNode = wire.FormNode;

// ---- the timeline

export type {
  AnswerPlace,
  ContentBlock,
  ContentData,
  ContentText,
  ContentWindow,
  DocMatches,
  DocWindow,
  Finding,
  LeftOut,
  MethodStats,
  RowKind,
  RowPart,
  RowStatus,
  SchemaVerdict,
  TimelineNews,
} from "./wire";

/** A row; its session is told where rows are of several. */
export type Row = wire.TimelineRow & Partial<Pick<wire.ServerRow, "session">>;
export type RowCounts = wire.TimelineCounts;
export type FilterError = wire.QueryError;
export type TimelinePage = Omit<wire.WindowBody, "dropped" | "spanNs" | "place"> & { place?: number | null };
/** The newest rows of all servers. */
export type TogetherNews = wire.TogetherBody;
export type StatsBody = wire.Stats;
export type Overview = wire.TimelineOverview;
export type Script = wire.ScriptBody;
export type ScriptStep = wire.ScriptStep;
export type ShareForm = "cli" | "curl" | "json" | "script" | "report";

export type HttpExchange = wire.HttpExchange;
export type RowDetailBody = wire.RowDetail;

export * from "./contract/session";
