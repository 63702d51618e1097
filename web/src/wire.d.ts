// What goes between the page and the backend. Made from docs/openapi.json by
// `cargo run -p xtask -- types`; do not change it by hand.

/** Why to abort. */
export type AbortBody = {
  /** What the server is told. */
  reason?: string | null;
};

/** Whether a call was ended. */
export interface AbortedBody {
  /** False when it had already ended. */
  aborted: boolean;
}

/** That an answer was taken. */
export interface AcceptedBody {
  /** Always true: what no longer waits is a problem. */
  accepted: boolean;
}

/** A call to save. */
export type AddStepBody = {
  /** An entry of its row. */
  seq: number;
};

/** A rule that stands from now on. */
export interface AddedRule {
  /** Its number. */
  number: number;
  /** How many asks that waited it has answered at once. */
  answered: number;
}

/** An address to connect to. Nothing in it is expanded. */
export type Address = {
  /** What to call it; host and path unless told. */
  name?: string | null;
  /** An http:// or https:// URL. */
  url: string;
  /** Headers to send with every request. */
  headers?: Record<string, string>;
  /** Which of the HTTP transports to speak; found out unless told. */
  transport?: HttpTransport;
};

/** What is wrong, and what to do about it. */
export interface Advice {
  /** What is wrong. */
  message: string;
  /** What to do about it. */
  hint: string | null;
}

/** An answer to what the server asks for. */
export type AnswerBody = AnswerResult | AnswerError | AnswerDecline;

/** A refusal. */
export type AnswerDecline = {
  decline: true;
};

/** An error. */
export type AnswerError = {
  /** It. */
  error: RpcError;
};

/** Where the log has the answer of a call. */
export interface AnswerPlace {
  /** The entry. */
  seq: number;
  /** A JSON pointer to the result or error in its body. */
  path: string;
}

/** A result. */
export type AnswerResult = {
  /** It, sent as it is. */
  result: Record<string, unknown>;
};

/** Who answers what the server asks for. */
export type Answers = "face" | "decline";

/** Which sources a server declares for its app, by what they are for. */
export interface AppDomains {
  /** Where it may connect to. */
  connectDomains: string[];
  /** Where scripts, styles, pictures, fonts and media may come from. */
  resourceDomains: string[];
  /** What it may show in frames. */
  frameDomains: string[];
  /** What its addresses may be relative to. */
  baseUriDomains: string[];
}

/** One message. */
export type AppMessage = {
  direction: "in" | "out";
  /** The message as JSON text. */
  text: string;
};

/** Something the server wants. */
export interface Ask {
  /** Its handle: what to answer. */
  ask: number;
  /** The entry that asks. */
  seq: number | null;
  /** Its id on the wire, or its name within the result that asks for it. */
  request: unknown;
  /** What is wanted. */
  method: string;
  /** The parameters as they came. */
  params: unknown;
  /** The id on the wire of the call whose result asks for it; null when the server asks by itself. */
  call: number | null;
  /** When it came, in nanoseconds after the session opened. */
  atNs: number;
  /** When it expires, in nanoseconds after the session opened. */
  expiresNs: number;
}

/** One thing that is expected of a result. It has just one of `equals`, `exists`, `schema`, `isError` and `maxMs`; `path` says what the first three are about. */
export type Assertion = {
  /** A JSON pointer into the result; the empty one is the whole. */
  path?: string;
  /** The value there is this one. Numbers are compared by what they are worth. */
  equals?: unknown;
  /** There is a value, or there is none. */
  exists?: boolean;
  /** The value there fits this JSON Schema; with `"output"`, `structuredContent` fits the output schema that the tool declares. */
  schema?: unknown;
  /** Whether the tool reports an error. */
  isError?: boolean;
  /** How many milliseconds the call takes at most. */
  maxMs?: number;
};

/** The HTTP exchange of a step. */
export interface AuthExchange {
  /** The HTTP method. */
  method: string;
  /** The URL, secrets redacted. */
  url: string;
  /** The headers of the request, secrets redacted. */
  requestHeaders?: ([string, string])[];
  /** The body of the request, secrets redacted. */
  requestBody?: string;
  /** The status of the answer, when one came. */
  status?: number;
  /** The headers of the answer, secrets redacted. */
  responseHeaders?: ([string, string])[];
  /** The beginning of the body of the answer, secrets redacted. */
  responseBody?: string;
  /** How long it took. */
  durationMs: number;
  /** The same in microseconds; recordings of before have none. */
  durationUs?: number;
  /** Why no answer came, when none did. */
  error?: string;
}

/** One step of a login. Secrets of its exchange are redacted before it is made, and those of URLs in its texts when it is. */
export interface AuthStep {
  /** Which part of the flow it belongs to. */
  step: StepName;
  /** How it ended. */
  outcome: StepOutcome;
  /** What it is about, in one line. */
  what: string;
  /** The rule it serves: a document and a section. */
  rule?: string;
  /** The HTTP request, when it is one. */
  exchange?: AuthExchange;
  /** What was expected, when something else came. */
  expected?: string;
  /** What came. */
  came?: string;
  /** What to change, and where. */
  advice?: string;
}

/** What whoever wants JSON is answered. */
export type Authorized = WaitingLogin | LoggedIn;

/** A call that was begun. */
export interface BegunBody {
  /** Its handle within the session; not the id on the wire. */
  call: number;
}

/** An item that does not have the shape it must have. */
export interface Broken {
  /** Its place in the list, counted from 0. */
  index: number;
  /** What is wrong with it. */
  why: string;
}

/** One call. */
export interface Call {
  /** The handle of whoever made it, when the log tells it. */
  call: number | null;
  /** Its id on the wire; null when it was never sent. */
  id: unknown;
  /** The entry that asks. */
  seq: number | null;
  /** Its method. */
  method: string;
  /** The tool, prompt, resource or task it is about. */
  name: string | null;
  /** When it was sent, in nanoseconds after the session opened. */
  sentAtNs: number;
  /** How far it has got. */
  progress: Progress | null;
  /** How it ended; null while it is in flight. */
  end: CallEnd | null;
}

/** A call to make. */
export type CallBody = {
  /** The method, such as `tools/call`. */
  method: string;
  /** The parameters, sent as they are: spelling of numbers, order and unknown members survive. */
  params?: Record<string, unknown> | null;
  /** How long the server may stay silent, instead of the session's limit. */
  timeoutMs?: number | null;
  /** Ask the server for progress. */
  progress?: boolean;
  /** Send it even if the server's capabilities or the revision do not cover it. */
  forced?: boolean;
  /** When the server makes a task of it, its first answer is the outcome. */
  detached?: boolean;
  /** An answer that the server itself allowed to be kept is good enough. */
  cached?: boolean;
};

/** How a call ended. */
export interface CallEnd {
  /** When, in nanoseconds after the session opened. */
  atNs: number;
  /** The entry that answers, if one does. */
  seq: number | null;
  outcome: "answered" | "refused" | "cancelled" | "expired" | "lost";
  /** Why, when it was not answered with a result. */
  reason: string | null;
  /** Whether a tool reported an error in its result. */
  toolError: boolean;
}

/** A call in flight. */
export interface CallNow {
  /** The handle of whoever made it, when the log tells it. */
  call: number | null;
  /** The entry that asks. */
  seq: number | null;
  /** Its method. */
  method: string;
  /** The tool, prompt, resource or task it is about. */
  name: string | null;
  /** When it was sent, in nanoseconds after the session opened. */
  sentAtNs: number;
  /** How far it has got. */
  progress: Progress | null;
}

/** What is known about a call. */
export interface CallReport {
  /** Its handle within the session; not the id on the wire. */
  call: number;
  /** Its method. */
  method: string;
  outcome?: "answered" | "refused" | "cancelled" | "expired" | "lost";
  /** The result as it came, when it was answered. */
  result?: unknown;
  /** About the result, when it was left out. */
  leftOut?: LeftOut;
  /** The server's JSON-RPC error as it came, when it was refused. */
  error?: unknown;
  /** Why there is no answer, when it was cancelled, expired or lost. */
  fault?: Fault;
  /** Why there is no answer, when no more than the words of the log are known. */
  reason?: string;
  /** Where the log has the answer; absent when it has none, or no longer. */
  answer?: AnswerPlace;
  /** Whether there was an answer that is no longer kept. */
  gone: boolean;
  /** How long it took, or has taken so far. */
  durationMs: number;
}

/** Calls, ended and in flight. */
export interface Calls {
  /** How many there have been. */
  total: number;
  /** How many are in flight. */
  inFlight: number;
  /** The newest thousand, oldest first. */
  items: Call[];
}

/** Whether a call was taken back. */
export interface CancelledBody {
  /** False when it was already sent, or has ended. */
  cancelled: boolean;
}

/** What both sides said they can do, against what they did. */
export interface Capabilities {
  /** What the server can do. */
  server: Capability[];
  /** What this program can do for the server. */
  client: Capability[];
  /** What the server was told that this program can do; null before it was told. */
  offered: Offered | null;
}

/** One capability. */
export interface Capability {
  /** Its names from the outside in, such as `resources` and `subscribe`. */
  path: string[];
  /** Whether it is advertised; null as long as its side has said nothing. */
  advertised: boolean | null;
  /** What was said about it, as JSON text; cut when it is long. */
  said: string | null;
  /** How often it was used; null when the protocol does not say what would be a use. */
  used: number | null;
  /** The filter of the timeline that leaves its uses. */
  filter: string | null;
  /** How often it was used although it was not advertised. */
  unannounced: number;
  /** The first entries that did. */
  unannouncedAt: number[];
  /** How many findings are about it. */
  broken: number;
  /** The first of them. */
  findings: Finding[];
}

/** What a server offers. A list that was never fetched is null. */
export interface Catalog {
  /** Its tools. */
  tools: List | null;
  /** Its resources. */
  resources: List | null;
  /** Its resource templates. */
  templates: List | null;
  /** Its prompts. */
  prompts: List | null;
}

/** One item with all that is known about it. */
export interface CatalogItem {
  /** It in a line. */
  item: ListedItem;
  /** The entry that brought it. */
  seq: number;
  /** It as it came, as text. */
  raw: string;
  /** What it is, in full. */
  description: string | null;
  /** The schema of what it takes, as text: that of a tool as it came, that of a prompt or template made from its arguments or variables. */
  inputSchema: string | null;
  /** The schema of its structured result, as text as it came. */
  outputSchema: string | null;
}

/** Where the lists of what a server offers stand. A list that was never fetched is null. */
export interface CatalogNow {
  tools: ListNow | null;
  resources: ListNow | null;
  templates: ListNow | null;
  prompts: ListNow | null;
}

/** How the script is to be run. */
export type ChooseBody = {
  /** What happens when a step does not pass. */
  onError: OnStepError;
};

/** Two texts to compare. */
export type CompareBody = {
  /** The one. */
  left: Side;
  /** The other. */
  right: Side;
  /** JSON pointers to what does not matter; `*` stands for any member or element. */
  ignore?: string[];
  /** The number of the first line of the page. */
  from?: number;
  /** How many lines it has; 500 unless told. */
  limit?: number | null;
  /** All lines are told, also stretches that are the same: for what was folded away. */
  whole?: boolean;
  /** Which of the changed places is the first that is told. */
  changesFrom?: number;
};

/** A server of the configuration. */
export type Configured = {
  /** Its id or name. */
  serverId: string;
  /** How to speak with it. */
  options?: Options;
};

/** A step of connecting. */
export interface ConnectStep {
  step: "start" | "initialize" | "list";
  /** When it began, in nanoseconds after the session opened. */
  sinceNs: number;
  /** How long it took; null for the one that is under way. */
  tookNs: number | null;
}

/** Whether a page connects to a server itself or through the backend. */
export type ConnectionMode = "direct" | "proxy";

/** One block of content. */
export interface ContentBlock {
  /** A JSON pointer to it. */
  pointer: string;
  /** Who says it, in a prompt. */
  role: string | null;
  /** `text`, `image`, `audio`, `resource`, `resource_link`, or what else the server calls it. */
  kind: string;
  /** The media type that the server gives it. */
  mimeType: string | null;
  /** The address of a resource, or of a link to one. */
  uri: string | null;
  /** What a link is called. */
  name: string | null;
  /** What a link leads to. */
  description: string | null;
  /** Its text. */
  text: ContentText | null;
  /** Its data in base64. */
  data: ContentData | null;
  /** How its JSON begins, when its kind is not known. */
  raw: string | null;
}

/** The data of a block. */
export interface ContentData {
  /** A JSON pointer to it. */
  pointer: string;
  /** How many bytes it is when it is decoded. */
  bytes: number;
  /** Whether it is base64 at all. */
  isBase64: boolean;
}

/** The text of a block. */
export interface ContentText {
  /** A JSON pointer to it. */
  pointer: string;
  /** How many bytes it has. */
  bytes: number;
  /** All of it, or how it begins. */
  text: string;
  /** Whether that is all of it. */
  isWhole: boolean;
}

/** Some blocks of a result. */
export interface ContentWindow {
  /** The blocks. */
  blocks: ContentBlock[];
  /** Which of all blocks is the first of them. */
  from: number;
  /** How many blocks there are. */
  total: number;
  /** Members that should be lists of blocks and are something else. */
  notLists: NotList[];
}

/** What a token says about itself, without what proves it. */
export interface DecodedToken {
  /** How it is signed, and with which key. */
  header: Record<string, unknown>;
  /** For whom it is, from whom, and for how long. */
  claims: Record<string, unknown>;
}

/** The demo server that is built in. */
export type DemoTarget = {
  /** True. */
  demo: boolean;
};

/** A page of what differs. */
export type Diff = DiffPage & {
  /** How many places changed, in which way; none when one of the texts is no JSON. */
  counts: DiffCounts;
  /** Whether all lines are the same. */
  same: boolean;
  /** Some of the places that changed. */
  changes: DiffChange[];
};

/** One place that changed. */
export interface DiffChange {
  /** How. */
  kind: DiffChangeKind;
  /** Where, as a JSON pointer; into the left text for what was removed, else into the right one. */
  pointer: string;
  /** The JSON text that was there. */
  left: string | null;
  /** The JSON text that is there. */
  right: string | null;
}

/** How a place changed. */
export type DiffChangeKind = "added" | "removed" | "changed";

/** How much changed. */
export interface DiffCounts {
  /** Places that have another value. */
  changed: number;
  /** Places that were not there. */
  added: number;
  /** Places that are no longer there. */
  removed: number;
  /** Whether there are more changes than are counted. */
  more: boolean;
}

/** A line of either text or of both, or a stretch of lines that both have. */
export interface DiffLine {
  /** Its number among all lines. */
  number: number;
  /** Whose it is. */
  tag: DiffTag;
  /** The line; what is very long is cut around where it begins to differ. */
  text: string;
  /** How many lines are folded away here, which both texts have; 0 when it is a line itself. */
  folded: number;
}

/** Some lines of two texts. */
export interface DiffPage {
  /** The lines, and the stretches that are folded away. */
  lines: DiffLine[];
  /** The number of the line with which the next page begins; null when this is the last. */
  next: number | null;
  /** How many lines come after it, without those that are folded away. */
  left: number;
}

/** Whose line it is. */
export type DiffTag = "=" | "-" | "+";

/** A server that is described right here. */
export type Direct = {
  /** Where it is. */
  target: DirectTarget;
  /** How to speak with it. */
  options?: Options;
};

/** A program to start, an address to connect to, or a server that someone else described. */
export type DirectTarget = Program | Address | PastedTarget | FoundTarget | DemoTarget | NamedTarget | RecentTarget;

/** Where a text was found. */
export interface DocMatches {
  /** The numbers of the lines. */
  matches: number[];
  /** Whether there are more. */
  more: boolean;
}

/** Where a line of a document stands. */
export interface DocPlace {
  /** The lines that open the blocks in which it stands, the outermost first. */
  around: number[];
  /** Its place among the lines that are left when none of those blocks is folded. */
  at: number;
}

/** Some lines of a document. */
export interface DocWindow {
  /** The lines. */
  lines: string[];
  /** The number of each line in the whole document, from 0. */
  numbers: number[];
  /** For each line that opens a block, the number of the line that closes it; else null. */
  ends: (number | null)[];
  /** For each line, whether the block that it opens is folded into it. */
  folded: boolean[];
  /** Which of the lines that are not folded away is the first of them. */
  from: number;
  /** How many lines there are that are not folded away. */
  total: number;
  /** How many bytes the document has. */
  bytes: number;
}

/** What was typed into one form. */
export interface Draft {
  /** What it is for; the face chooses the name. */
  name: string;
  /** The text. */
  text: string;
}

/** All drafts of a session. */
export interface Drafts {
  /** How often they have changed: the number that the session tells whenever they do. */
  revision: number;
  /** They, the one that was changed last at the end. */
  drafts: Draft[];
}

/** One change of a value. Places are JSON pointers into it. */
export type Edit = {
  /** A place that is there, or that the form has. */
  pointer: string;
  /** The value as JSON text. */
  json: string;
  op: "set";
} | {
  /** A place that is there, or that the form has. */
  pointer: string;
  op: "unset";
} | {
  /** The array. */
  pointer: string;
  /** The item as JSON text; without it, one that fits. */
  json?: string | null;
  op: "add";
} | {
  /** The item or member, which is there. */
  pointer: string;
  op: "remove";
} | {
  /** The item. */
  pointer: string;
  /** -1 for the one before, 1 for the one after. */
  by: number;
  op: "move";
} | {
  /** The member. */
  pointer: string;
  /** Its new key. */
  key: string;
  op: "key";
} | {
  /** The object. */
  pointer: string;
  /** The key. */
  key: string;
  op: "addKey";
} | {
  /** The place. */
  pointer: string;
  /** The number of the alternative, as in the model. */
  variant: number;
  op: "variant";
};

/** Something the server no longer waits for. */
export interface EndedAsk {
  /** Its handle. */
  ask: number;
  /** The entry that asked. */
  seq: number | null;
  /** What was wanted. */
  method: string;
  /** When it ended, in nanoseconds after the session opened. */
  atNs: number;
  how: "answered" | "expired" | "withdrawn" | "lost";
  /** The name that the answering face gave; null when it gave none, or no face answered. */
  by: string | null;
  /** The number of the standing rule that answered; null when none did. */
  rule: number | null;
  /** What rules or a policy decided, in words; null when somebody answered, or nobody did. */
  decision: string | null;
}

/** One line of a log, in the format of recordings */
export type Entry = {
  /** Its place */
  seq: number;
  /** Nanoseconds since the session opened */
  atNs: number;
  kind: "frame" | "stderr" | "http" | "http-end" | "phase" | "negotiated" | "ended" | "ask" | "auth" | "app" | "note";
};

/** Which revision of the protocol to speak. */
export type EraWord = "auto" | "legacy" | "modern" | "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";

/** A template and what to put into it. */
export type ExpandBody = {
  /** A template, as RFC 6570 has it. */
  template: string;
  /** The values of its variables; those without one are left out. */
  values: Record<string, string>;
};

/** What a template becomes. */
export interface Expanded {
  /** The URI. */
  uri: string;
}

/** What is expected of a step. */
export type ExpectBody = {
  /** All of it: it takes the place of what was expected before. */
  expect: Assertion[];
};

/** A token that was made to end. */
export interface Expired {
  /** How many tokens of the server it were. */
  tokens: number;
  /** Whether the next call can renew it without a user. */
  canBeRenewed: boolean;
}

/** How the token of a server is made to end. */
export type ExpiryWish = {
  /** What becomes of it. */
  how: HowToExpire;
};

/** What went wrong. */
export interface Fault {
  /** The fact, for programs. */
  code: string;
  /** The fact, for people. */
  message: string;
  category: "connection" | "transport" | "timeout" | "protocol" | "server" | "cancelled";
  /** Whether the same thing may work when tried again. */
  retryable: boolean;
  /** The page that explains it. */
  helpUrl: string;
  /** What else is known. */
  details?: ProblemDetails;
  /** What could be tried. */
  hint?: string;
}

/** What else is known about a fault. */
export interface FaultDetails {
  /** The method of the call that failed. */
  method?: string;
  /** How long it took to fail, in milliseconds. */
  elapsed?: number;
  /** The JSON-RPC error the server sent, whole. */
  rpcError?: unknown;
  /** The HTTP status the server answered with. */
  httpStatus?: number;
  /** The beginning of the HTTP body that came with it. */
  httpBody?: string;
  /** The media type of that body, as the server named it. */
  httpContentType?: string;
  /** Seconds after which the server wants to be asked again. */
  retryAfter?: number;
  /** The capability that is missing, as a dotted path. */
  capability?: string;
  /** The error of the system or library underneath. */
  originalError?: string;
  /** The step of the login that broke. */
  authStep?: AuthStep;
  /** What the HTTP request waited for when it failed, or when time ran out. */
  httpStep?: HttpStep;
  /** The id of the server's process, when it was started. */
  pid?: number;
  /** True when the process of the server was running as time ran out. */
  isRunning?: boolean;
  /** Everything known about a server process that ended. */
  postMortem?: PostMortem;
}

/** One way in which the value does not fit the schema. */
export interface FieldError {
  /** The place in the value, as a JSON pointer; of something that is missing, the place where it would be. */
  pointer: string;
  /** What is wrong there. */
  message: string;
  /** The keyword of the schema that says so. */
  keyword: string;
}

/** One place where the server broke a rule. */
export interface Finding {
  /** The rule. */
  rule: string;
  level: "must" | "should" | "note";
  /** The revision in force, once the two sides had agreed on one. */
  revision?: string;
  /** What is wrong. */
  message: string;
  /** A JSON pointer into the frame, when that is where it is. */
  pointer?: string;
  /** The name of an HTTP header, when that is where it is. */
  header?: string;
  /** The entry that shows it. */
  seq: number;
  /** The page of the specification that has the rule. */
  page: string;
}

/** What the rules of the protocol say about a log. */
export interface FindingsBody {
  /** What is wrong, in the order of the log. */
  findings: Finding[];
  /** One verdict for every rule. */
  rules: Rule[];
}

/** Something in the config file that cannot be used. */
export interface Flaw {
  /** The id under which the entry can be changed or removed; absent when it is about the whole file. */
  id?: string;
  /** The name of the entry, or its place in the file where it has none. */
  name?: string;
  /** Where in the file, as a path of keys. */
  field?: string;
  /** What is wrong. */
  message: string;
  /** The line, from 1. */
  line?: number;
  /** The column in characters, from 1. */
  column?: number;
  /** What to do about it. */
  hint?: string;
}

/** A value with the form in which it is shown and edited. */
export interface Form {
  /** The value as JSON text. */
  text: string;
  /** The form of the whole value. */
  form: FormNode;
  /** Where the value does not fit the schema, the first of them. */
  errors: FieldError[];
  /** Why it cannot be told whether the value fits, or not by all of the schema. */
  unchecked: string | null;
  /** Why the text is no JSON; then the form is that of an empty object. */
  textError: TextError | null;
}

/** What to make a form of. */
export type FormBody = {
  /** The schema, as JSON text. */
  schema: string;
  /** The value now, as JSON text; without it, what the schema proposes. */
  text?: string | null;
  /** What to change, in order. */
  edits?: Edit[];
  /** Whether the formats of elicitation (`email`, `uri`, `date`, `date-time`) are binding, as in an answer to a server. */
  formats?: boolean;
};

/** One of the values of an enumeration. */
export interface FormChoice {
  /** The value as JSON text. */
  json: string;
  /** What the schema calls it. */
  title: string | null;
}

/** What kind of input a place takes, with what is there now. */
export type FormKind = {
  /** The text. */
  value: string | null;
  /** The format that the schema names. */
  format: string | null;
  /** Whether it wants several lines. */
  multiline: boolean;
  /** The pattern that it must match. */
  pattern: string | null;
  /** How many characters it must have. */
  minLength: number | null;
  /** How many characters it may have. */
  maxLength: number | null;
  /** The media type of its content. */
  mediaType: string | null;
  kind: "string";
} | {
  /** The number as it is spelled. */
  raw: string | null;
  /** Whether it must be whole. */
  integer: boolean;
  /** The lower bound as JSON text. */
  min: string | null;
  /** The upper bound as JSON text. */
  max: string | null;
  /** Whether the lower bound itself is too small. */
  exclusiveMin: boolean;
  /** Whether the upper bound itself is too large. */
  exclusiveMax: boolean;
  /** What it must be a multiple of, as JSON text. */
  step: string | null;
  kind: "number";
} | {
  /** The value. */
  value: boolean | null;
  kind: "bool";
} | {
  kind: "null";
} | {
  /** The value as JSON text. */
  json: string;
  kind: "const";
} | {
  /** The values. */
  options: FormChoice[];
  /** Whether the value is an array of them. */
  multi: boolean;
  /** Which of them stand there, by index. */
  chosen: number[];
  /** The value when it is none of them, as JSON text. */
  other: string | null;
  kind: "enum";
} | {
  /** The members that the schema names. */
  fields: FormNode[];
  /** The members that are there and that no field names. */
  extra: FormNode[];
  /** Whether there may be such members. */
  extraAllowed: boolean;
  kind: "object";
} | {
  /** The members; the name of each is its key. */
  entries: FormNode[];
  /** The pattern that keys must match. */
  keyPattern: string | null;
  /** How many there must be. */
  minEntries: number | null;
  /** How many there may be. */
  maxEntries: number | null;
  kind: "map";
} | {
  /** The items. */
  items: FormNode[];
  /** How many there must be. */
  min: number | null;
  /** How many there may be. */
  max: number | null;
  /** Whether all must differ. */
  unique: boolean;
  /** Whether one more may be added. */
  canAdd: boolean;
  kind: "array";
} | {
  /** The items, also those that are not there yet. */
  items: FormNode[];
  /** Whether one more may be added. */
  canAdd: boolean;
  kind: "tuple";
} | {
  /** The alternatives. */
  variants: FormVariant[];
  /** Which of them the value is, by index. */
  chosen: number | null;
  /** The place as that alternative sees it. */
  node: FormNode | null;
  /** The member whose value tells the alternatives apart. */
  discriminator: string | null;
  kind: "union";
} | {
  /** What the schema calls that. */
  of: string | null;
  kind: "ref";
} | {
  /** The value as JSON text. */
  raw: string | null;
  /** Why there is no better input for it. */
  reason: string;
  kind: "raw";
};

/** One place of a value, with what its schema says about it. */
export type FormNode = FormKind & ({
  /** The place, as a JSON pointer into the value; empty for the whole. */
  pointer: string;
  /** The key or the index as it is shown; none for the whole. */
  name: string | null;
  /** What the schema calls it. */
  title: string | null;
  /** What the schema says about it; cut when it is long. */
  description: string | null;
  /** Whether it must be there. */
  required: boolean;
  /** Whether `null` may stand there besides other values. */
  nullable: boolean;
  /** Whether anything stands there now. */
  state: FormState;
  /** Whether the value is the one that the schema proposes. */
  isDefault: boolean;
  /** The value that the schema proposes, as JSON text. */
  default: string | null;
  /** Examples that the schema gives, each as JSON text. */
  examples: string[];
  /** Whether the schema says that only the server writes it. */
  readOnly: boolean;
  /** Whether the schema advises against it. */
  deprecated: boolean;
});

/** Whether anything stands at a place. */
export type FormState = "unset" | "null" | "value";

/** One of the alternatives of a union. */
export interface FormVariant {
  /** Its name: a title, the value that tells it apart, the name of its definition, or its type. */
  title: string;
  /** The kind that its node will have. */
  kind: string;
}

/** The servers of other clients on this machine. */
export interface FoundBody {
  /** The files that are there. */
  places: FoundPlace[];
}

/** A file in which another client keeps its servers. */
export interface FoundPlace {
  /** The client. */
  client: string;
  /** The file. */
  path: string;
  /** Its servers. */
  servers: NamedServer[];
  /** Why it cannot be read. */
  problem: Advice | null;
}

/** A server of another client on this machine. */
export type FoundTarget = {
  /** The file, as `GET /api/targets/found` tells it. */
  found: string;
  /** The name of the server in it. */
  server: string;
};

/** Entries that are no longer kept. */
export interface Gap {
  /** Which. */
  gap: Range;
}

/** That the backend lives. */
export interface Health {
  /** Always `ok`. */
  status: string;
  /** The version of mcp-inspector. */
  version: string;
  /** For how many seconds it has run. */
  uptime: number;
}

/** A request and how it ended. */
export interface HistoryEntry {
  /** The id that links request and response. */
  id: string;
  /** When the request was sent, in milliseconds since 1970. */
  timestamp: number;
  /** The method. */
  method: string;
  /** The tool, prompt or resource it is about, where there is one. */
  target?: string | null;
  /** The parameters, as they came. */
  params?: unknown;
  /** The result, as it came. */
  result?: unknown;
  /** The error, as it came, or `{"code", "message"}` when there was no answer. */
  error?: unknown;
  /** How long it took, in milliseconds. */
  duration?: number | null;
  /** The id of the server. */
  serverId: string;
  /** Whether it ended with a result that is no error. */
  success: boolean;
  /** Whether no end of it is known: it goes on, or the backend was ended before it. */
  pending?: boolean;
}

/** Entries of the history, the newest first. */
export interface HistoryPage {
  /** The entries. Fewer than `limit` when they are very large: go on with `offset` plus their number. */
  entries: HistoryEntry[];
  /** How many entries there are with these filters, on all pages. */
  total: number;
  /** How many entries were wanted at most. */
  limit: number;
  /** How many of the newest were left out. */
  offset: number;
}

/** What becomes of a token that is made to end. */
export type HowToExpire = "expired" | "access-token-dropped";

/** One HTTP request and the head of its answer. */
export interface HttpExchange {
  /** Its number within the session. */
  exchange: number;
  /** The HTTP method. */
  method: string;
  /** The URL, secrets redacted. */
  url: string;
  /** The request's headers, secrets redacted. */
  requestHeaders: ([string, string])[];
  /** Bytes of body sent. */
  requestBytes: number;
  /** The status, when an answer came. */
  status?: number;
  /** The HTTP version of the answer. */
  version?: string;
  /** The answer's headers, secrets redacted. */
  responseHeaders: ([string, string])[];
  /** How long what it carries waited for its turn before the exchange began, in microseconds; none when it carries nothing, or goes on with what an earlier exchange began. */
  waitedUs?: number;
  /** How long it took to make the connection (name, TCP, TLS), in microseconds; none when there was one. */
  connectUs?: number;
  /** When the head of the answer came, counted from the start of the exchange. */
  headMs: number;
  /** The same in microseconds; recordings of before have none. */
  headUs?: number;
  /** When the body was complete; none while it streams. */
  totalMs?: number;
  /** How long the body took from the head on, in microseconds; none while it streams. */
  bodyUs?: number;
  /** Bytes of body received; none while it streams. */
  responseBytes?: number;
  /** The beginning of a body that is not a frame. */
  bodyHead?: string;
  /** Why no answer came, when none did. */
  error?: string;
}

/** What an HTTP request can wait for, in the order in which it does. */
export type HttpStep = "name" | "connection" | "answer" | "message";

/** Which of the HTTP transports to speak. */
export type HttpTransport = "auto" | "streamableHttp" | "sse";

/** An item that differs. */
export interface ItemDiff {
  /** What it is called: a name, a URI or a template. */
  name: string;
  /** Where it differs. */
  changes: DiffChange[];
  /** Whether there are more changes than are told. */
  more: boolean;
}

/** What a server says about keeping an answer. */
export interface Keep {
  /** For how many milliseconds it is fresh. */
  ttlMs: number;
  scope: "public" | "private";
}

/** A draft to keep. */
export type KeepDraft = {
  /** What it is for; the face chooses the name. */
  name: string;
  /** The text; an empty one forgets the draft, unless something is to be changed in it. */
  text: string;
  /** What was typed into its form and is not in the text yet: a page that is left has no time to ask for the text. */
  form?: Typed | null;
};

/** That a draft is kept. */
export interface KeptDraft {
  /** How often drafts have changed, this time included. */
  revision: number;
}

/** A token that is kept, without what makes it one. */
export interface KeptToken {
  /** Who granted it. */
  issuer: string;
  /** What it is for. */
  resource: string;
  /** Under which name we are known there. */
  clientId: string;
  /** Always `[REDACTED]`. */
  accessToken: string;
  /** How it is presented: `Bearer` or `DPoP`. */
  tokenType: string;
  /** What it allows. */
  scopes: string[];
  /** When it was obtained, ISO 8601. */
  obtainedAt?: string;
  /** When it ends, ISO 8601, if the authorization server said so. */
  expiresAt?: string;
  /** Whether it can be renewed without a user. */
  canBeRenewed: boolean;
  /** Whether it is bound to a key. */
  isKeyBound: boolean;
  /** What it says about itself, when it is a JWT; null when it is not. Nothing of it was checked. */
  decoded: DecodedToken | null;
}

/** A login, step by step. */
export interface LastLogin {
  outcome: "preparing" | "waiting" | "settling" | "granted" | "failed";
  /** Its steps so far, at most 200, as entries of kind `auth` have them. */
  steps: AuthStep[];
  /** Why it failed. */
  fault?: Fault;
}

/** A result that was left out because of its size. */
export interface LeftOut {
  /** How many bytes it has. */
  bytes: number;
  /** The names of its members. */
  members: string[];
  /** Whether it says that the tool failed. */
  isError: boolean;
  /** Whether its content has more to look at than text. */
  hasMoreThanText: boolean;
}

/** How severe a line of the log is. */
export type Level = "debug" | "info" | "warn" | "error";

/** A log level. */
export type LevelBody = {
  /** How severe something must be for the server to log it. */
  level: LogLevel;
};

/** A line of text. */
export interface Line {
  /** Its entry. */
  seq: number;
  /** It, cut when it is long; the entry has all of it. */
  line: string;
}

/** The lines of one list. */
export interface Lines {
  /** The entry of the newest page. */
  seq: number;
  /** Whether the last page has come. */
  complete: boolean;
  /** Them, in the server's order. */
  items: ListedItem[];
}

/** One list. */
export interface List {
  /** The items as they came, in order; broken ones too. */
  items: unknown[];
  /** Which items do not have the shape they must have, and why. */
  broken: Broken[];
  /** Whether the last page has come. */
  complete: boolean;
  /** The entry of the newest page. */
  seq: number;
  /** What the server says about keeping it. */
  keep: Keep | null;
}

/** A list to fetch. */
export type ListBody = {
  /** Which. */
  list: ListWord;
  /** One that the server itself allowed to be kept is good enough. */
  cached?: boolean;
};

/** What changed in a server's lists since it was connected last. A list that cannot be compared, because all of it has not come, is null. */
export interface ListChanges {
  since: "connection" | "session" | "first" | null;
  tools: ListDiff | null;
  resources: ListDiff | null;
  templates: ListDiff | null;
  prompts: ListDiff | null;
}

/** What changed between two lists. */
export interface ListDiff {
  /** What is only in the new one. */
  added: string[];
  /** What is only in the old one. */
  removed: string[];
  /** What is in both and differs. */
  changed: ItemDiff[];
  /** How many are the same in both. */
  same: number;
  /** Whether those in both come in another order. */
  reordered: boolean;
}

/** Where a list stands. */
export interface ListNow {
  /** The entry of the newest page: when it changes, so did the list. */
  seq: number;
  /** How many items there are. */
  count: number;
  /** Whether the last page has come. */
  complete: boolean;
  /** What the newest page has in place of a list, such as `an object`; null when it has one. */
  instead: string | null;
}

/** One of the lists a server offers. */
export type ListWord = "tools" | "resources" | "templates" | "prompts";

/** A list, all pages. */
export interface ListedBody {
  /** Which. */
  list: ListWord;
  /** The items as they came, broken ones too. */
  items: unknown[];
  /** In how many pages they came. */
  pages: number;
}

/** An item of a list in a line. */
export interface ListedItem {
  /** Its place in the list, counted from 0. */
  index: number;
  /** Its name; empty when it has none. */
  name: string;
  /** A name for people. */
  title: string | null;
  /** What it is, cut when that is long. */
  description: string | null;
  /** The URI of a resource, or the template of one. */
  uri: string | null;
  /** Its media type. */
  mimeType: string | null;
  badges: ("read-only" | "destructive" | "idempotent" | "open-world" | "task" | "app")[];
  /** The `ui://` resource that shows a tool's results as an app. */
  app: string | null;
  visibility: ("model" | "app")[];
  /** What is wrong with its shape. */
  broken: string | null;
}

/** What a server offers, one line for each item. A list that was never fetched is null. */
export interface ListingBody {
  tools: Lines | null;
  resources: Lines | null;
  templates: Lines | null;
  prompts: Lines | null;
}

/** Something that happened. */
export interface LogEntry {
  /** When, in milliseconds since 1970. */
  timestamp: number;
  /** How severe it is. */
  level: Level;
  /** What happened. */
  message: string;
  /** More about it. */
  data?: unknown;
}

/** An entry, or a range that is no longer kept. */
export type LogItem = Entry | Gap;

/** How severe something must be for the server to log it. */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** A log message of the server. */
export interface LogMessage {
  /** Its entry. */
  seq: number;
  /** When it came, in nanoseconds after the session opened. */
  atNs: number;
  /** Its level as the server spelled it. */
  level: string;
  /** Which part of the server speaks. */
  logger: string | null;
  /** What it says; null when that is long, the entry has it then. */
  data: unknown;
}

/** Lines of the log, the newest first. */
export interface LogPage {
  /** The lines. */
  entries: LogEntry[];
  /** How many lines there are with these filters. */
  total: number;
  /** How many lines were wanted at most. */
  limit: number;
}

/** A login that succeeded. */
export interface LoggedIn {
  /** Always true. */
  success: boolean;
  /** The server's id. */
  serverId: string;
  /** How the token is presented: `Bearer` or `DPoP`. */
  tokenType: string;
  /** For how many seconds it is good, if the authorization server said so. */
  expiresIn?: number;
  /** What it allows, by spaces. */
  scope: string;
}

/** Settings of a login that take the place of those of the configuration, for this time only. What is not named stays as it is configured, but for the secret or key when another client or issuer is named; an empty text stands for nothing. */
export type LoginEdits = {
  /** The id under which the authorization server knows us. */
  clientId?: string | null;
  /** The secret that goes with it. */
  clientSecret?: string | null;
  /** The URL of a document about us. */
  clientMetadataUrl?: string | null;
  /** The authorization server to use when the resource names several. */
  issuer?: string | null;
  /** The scopes to ask for. */
  scopes?: string[] | null;
};

/** What is configured for the logins of a server, as far as it may be shown. */
export interface LoginSettings {
  /** The id under which the authorization server knows us. */
  clientId: string | null;
  /** Whether a secret goes with it. */
  hasClientSecret: boolean;
  /** The URL of a document about us. */
  clientMetadataUrl: string | null;
  /** The authorization server to use. */
  issuer: string | null;
  /** The scopes to ask for; none leaves that to the server. */
  scopes: string[];
}

/** A stage of a login, with its newest steps. */
export interface LoginStage {
  stage: "probe" | "resource-metadata" | "server-metadata" | "client" | "authorize" | "token" | "use" | "refresh" | "step-up" | "logout";
  outcome: "none" | "passed" | "warning" | "failed" | "waiting" | "skipped";
  /** What got there: a `login`, a `walk`, a `renewal`, a `trial` or a `logout` that somebody asked for, or a `session` by itself; null when nothing did. */
  from: string | null;
  /** When, ISO 8601. */
  at: string | null;
  /** Its steps, as entries of kind `auth` have them. */
  steps: AuthStep[];
}

/** What is known about the logins of a server. */
export interface LoginStatus {
  /** The server's id. */
  serverId: string;
  /** The tokens that are kept for it, the newest first. */
  tokens: KeptToken[];
  /** Whether a login is under way. If it waits for its user, `/oauth/authorize/{serverId}` says where to go. */
  pending: boolean;
  /** The newest login, also while it is under way; null when there was none since the backend started. */
  lastLogin: LastLogin | null;
  /** What is configured for its logins. */
  settings: LoginSettings;
  /** The stages of a login in their order, each with the newest steps that got there. */
  stages: LoginStage[];
}

/** With what to log in. */
export type LoginWish = {
  /** Settings to try. */
  settings?: LoginEdits;
};

/** How long the calls of one method take. */
export interface MethodStats {
  /** The method. */
  method: string;
  /** How often it was called. */
  count: number;
  /** How many of these calls went wrong. */
  errors: number;
  /** Half of those that were answered took no longer. */
  p50Ns: number | null;
  /** Nineteen of twenty took no longer. */
  p95Ns: number | null;
  /** None took longer. */
  maxNs: number | null;
  /** How many took less than 1 ms, less than 2 ms, less than 4 ms and so on. */
  buckets: number[];
}

/** A server that could be connected to. */
export interface NamedServer {
  /** What it is called. */
  name: string;
  /** The command line or URL, secrets redacted; empty when it cannot be read. */
  place: string;
  /** Why it cannot be connected to as it stands. */
  problem: Advice | null;
}

/** The server that was named when the backend was started, and was not connected to (`--no-connect`). */
export type NamedTarget = {
  /** True. */
  named: boolean;
};

/** A header or a variable. */
export interface NamedValue {
  /** Its name. */
  name: string;
  /** Its value, as far as it may be shown. */
  value: string;
  /** Whether something of the value is not shown. */
  masked: boolean;
  from: "config" | "commandLine" | "face" | "otherClient" | "demo" | "inherited" | "protocol" | "login" | "recording";
}

/** A server behind a URL. */
export interface NewEndpoint {
  /** What it is called; no other server has this name. */
  name: string;
  /** Where it listens. */
  url: string;
  headers?: Record<string, string>;
  /** Whether a page connects itself or through the backend. */
  connectionMode?: string | null;
  /** How long to wait. */
  timeouts?: TimeoutsConfig | null;
  /** How to log in. */
  oauth?: Record<string, unknown> | null;
}

/** A program to start. */
export interface NewProgram {
  /** What it is called; no other server has this name. */
  name: string;
  /** The program. */
  command: string;
  args?: string[];
  env?: Record<string, string>;
  /** Only `proxy`: a page cannot start a program. */
  connectionMode?: string | null;
  /** How long to wait. */
  timeouts?: TimeoutsConfig | null;
}

/** A server to add. */
export type NewServer = NewProgram & {
  transport: "stdio";
} | NewEndpoint & {
  transport: "streamableHttp";
} | NewEndpoint & {
  transport: "sse";
};

/** A member that should be a list of blocks and is something else. */
export interface NotList {
  /** The member: `content`, `contents` or `messages`. */
  name: string;
  /** What it is: `an object`, `null`. */
  found: string;
}

/** A login that failed. */
export interface NotLoggedIn {
  /** Always false. */
  success: boolean;
  /** What the authorization server answered; or `invalid_state`, `invalid_request`, `invalid_response` or `login_failed`. */
  error: string;
  /** The same in words. */
  errorDescription: string;
  /** The step at which it broke. */
  step?: string;
  /** What to change. */
  hint?: string;
  /** For how many seconds the authorization server wants to be left alone. */
  retryAfter?: number;
  /** Where the user has to go once more: the authorization server had forgotten the client, which is registered anew. */
  authorizationUrl?: string;
}

/** A notification. */
export interface Notice {
  /** Its entry. */
  seq: number;
  /** Its method. */
  method: string;
}

/** A notification to send. */
export type NotifyBody = {
  /** The method, such as `notifications/cancelled`. */
  method: string;
  /** The parameters, sent as they are. */
  params?: Record<string, unknown> | null;
};

/** What the server was told that this program can do. */
export interface Offered {
  /** The entry that told it. */
  seq: number;
  /** It, as it was sent. */
  capabilities: unknown;
}

/** What happens when a step does not pass. */
export type OnStepError = "stop" | "continue";

/** What to open a session with. */
export type Opening = Configured | Direct;

/** How to speak with a server. */
export type Options = {
  /** Which revision to speak: found out unless told. */
  era?: EraWord;
  /** Limits in milliseconds, instead of those of the configuration. */
  timeouts?: TimeoutsBody;
  /** The directories and files that the server is shown. */
  roots?: Root[];
  /** Who answers what the server asks for. */
  answers?: Answers;
  /** Whether whoever opens it shows apps (MCP Apps), so that the server is told. */
  apps?: boolean;
  /** The level to set once connected, if the server has logging. */
  logLevel?: LogLevel | null;
  /** How many calls may be in flight at once; the others wait. */
  concurrency?: number | null;
  /** The largest message that is read from the server, in bytes; that of the backend unless told. */
  maxMessageBytes?: number | null;
};

/** A page of a log. */
export interface PageBody {
  /** Entries and gaps: oldest first when forward, newest first when backward. */
  items: LogItem[];
  /** Where the next page in the same direction begins; null when there is none yet. */
  next: number | null;
  /** The place of the newest entry. */
  lastSeq: number;
}

/** What a user pasted. It is remembered among the recent servers. */
export type PastedTarget = {
  /** A command line, a URL, or the text of a config file. */
  text: string;
  /** Which server of a config file; the only one unless told. */
  server?: string | null;
  /** Variables on top of those that it says; not remembered. */
  env?: Record<string, string>;
  /** The directory to start a program in, instead of what it says. */
  cwd?: string | null;
  /** Headers on top of those that it says; not remembered. */
  headers?: Record<string, string>;
};

/** The pinned rows. */
export interface PinsBody {
  /** They, oldest first. */
  rows: TimelineRow[];
}

/** All that is known about a server process that ended or never started. */
export interface PostMortem {
  /** The command line, secrets redacted. */
  argv: string[];
  /** The file the command resolved to, if it did. */
  program: string | null;
  /** The directory it ran in. */
  cwd: string;
  /** The exit code, if it exited. */
  exitCode: number | null;
  /** The signal that ended it, if one did. */
  signal: number | null;
  /** How long it lived, in milliseconds. */
  aliveMs: number;
  /** The last lines it wrote to stderr. */
  stderr: string[];
  /** The first lines on stdout that were not messages. */
  junk: string[];
  /** Variables the configuration refers to that are not set. */
  unsetVariables: string[];
  /** Variables that its stderr seems to miss, and that it was not given. */
  missingVariables?: string[];
}

/** The body of every error. */
export interface Problem {
  /** What went wrong. */
  error: Fault;
}

/** What else is known about an error, and which server it is about. */
export type ProblemDetails = FaultDetails & {
  /** The id of the server it is about. */
  serverId?: string;
  /** The name of that server. */
  serverName?: string;
};

/** A program to start. Nothing in it is expanded. */
export type Program = {
  /** What to call it; the program's name unless told. */
  name?: string | null;
  /** The program: a name on the path, or a path. */
  command: string;
  /** Its arguments. */
  args?: string[];
  /** Variables on top of the environment that the backend has. */
  env?: Record<string, string>;
  /** The directory to start it in; the backend's unless told. */
  cwd?: string | null;
};

/** How far a call has got. */
export interface Progress {
  /** How far. */
  progress: number;
  /** Out of how much. */
  total: number | null;
  /** In words. */
  message: string | null;
}

/** Why a filter cannot be read. */
export interface QueryError {
  /** What was expected, and what stands there. */
  message: string;
  /** Where the part at fault begins, in UTF-16 code units, as browsers count. */
  start: number;
  /** Where it ends. */
  end: number;
}

/** How many calls stand where. */
export interface Queue {
  /** Waiting to be sent. */
  pending: number;
  /** Sent and not yet ended. */
  inProgress: number;
  /** How many may be in progress at once. */
  concurrency: number;
  /** Ended with a result. */
  completed: number;
  /** Ended with an error, late or lost. */
  failed: number;
  /** Cancelled. */
  cancelled: number;
}

/** Entries that are no longer kept. */
export interface Range {
  /** The first of them. */
  from: number;
  /** The last of them. */
  to: number;
}

export type RawFrame = string;

/** What a user pasted. */
export type ReadBody = {
  /** A command line, a URL, or the text of a config file. */
  text: string;
};

/** The servers that were connected to before, newest first. */
export interface RecentBody {
  /** Them. */
  recent: RecentServer[];
  /** The server that was named when mcp-inspector was started and that nobody was to connect to (`--no-connect`). */
  named: NamedServer | null;
  /** What was typed into the field for a server and not connected to. */
  typed: string;
}

/** A server of a config file. */
export interface RecentFile {
  /** The file. */
  file: string;
  /** The name of the server in it. */
  server: string;
}

/** A server that was connected to before. */
export interface RecentServer {
  /** What names it in `target.recent`, for as long as the backend runs. */
  id: string;
  /** What it is called. */
  name: string;
  /** The command line or URL, secrets redacted. */
  place: string;
  /** What to type to connect again; null when a file has it, or when it held a secret, which is not kept. */
  text: string | null;
  /** The file that has it; null when it was typed. */
  from: RecentFile | null;
  /** The directory that its process is started in; null for an address, and where it is that of this backend. */
  cwd: string | null;
  /** When it was connected to last, ISO 8601. */
  lastUsed: string;
}

/** A server that was connected to before. It is remembered again. */
export type RecentTarget = {
  /** Its id, as `GET /api/targets/recent` tells it. */
  recent: string;
};

/** A token that was renewed. */
export interface Refreshed {
  /** Always true. */
  success: boolean;
  /** How the token is presented: `Bearer` or `DPoP`. */
  tokenType: string;
  /** For how many seconds it is good, if the authorization server said so. */
  expiresIn?: number;
  /** Until when, ISO 8601. */
  expiresAt?: string;
}

/** A source that was declared and is not allowed. */
export interface RefusedSource {
  /** It, as declared. */
  source: string;
  /** Why. */
  why: string;
}

/** What to give the server besides what it was given before. */
export type Reopening = {
  /** Variables for its process. They live as long as the session and are written nowhere. */
  env: Record<string, string>;
};

/** A resource. */
export type ResourceBody = {
  /** Its URI. */
  uri: string;
};

/** A directory or file that the server may work in. */
export type Root = {
  /** A `file://` URI. */
  uri: string;
  /** A name for people. */
  name?: string | null;
};

/** What the server is shown to work in. */
export type RootsBody = {
  /** Directories and files. */
  roots: Root[];
};

/** A row with everything that belongs to it. */
export interface RowDetail {
  /** It. */
  row: TimelineRow;
  /** What went over the wire, or was written or noted. A call that was sent again, because the server wanted input, has several requests and responses; the last response is that of the call. */
  parts: RowPart[];
  /** Its entries that the log no longer keeps, and which therefore are not among the parts. */
  gone: number[];
  /** The HTTP exchange in which it went, as the log has it. */
  http: HttpExchange | null;
  /** Who took how much of its time; together it is all of it. */
  timing: ShareOfTime[];
  /** What was found about it when the rules were checked last (`GET /api/sessions/{id}/findings`). */
  findings: Finding[];
  /** The rows in which it is nested, the outermost first. */
  ancestors: TimelineRow[];
  /** The row before it. */
  previous: number | null;
  /** The row after it. */
  next: number | null;
}

/** What kind of thing a row is. */
export type RowKind = "call" | "ask" | "notification" | "answer" | "junk" | "stderr" | "http" | "lifecycle" | "auth" | "app" | "note" | "finding";

/** One entry of a row. */
export interface RowPart {
  name: "request" | "response" | "notification" | "answer" | "junk" | "stderr" | "http" | "lifecycle" | "auth" | "app" | "note";
  /** Its entry. */
  seq: number;
  /** When it happened, in nanoseconds after the session opened. */
  atNs: number;
  /** How many bytes it has. */
  bytes: number;
  /** It as it came; null when it is large, then it is asked for line by line. */
  text: string | null;
  /** Whether the text is in base64, because the bytes are no text. */
  base64: boolean;
  /** The other fields of the server-sent event whose data it was, as they are written; null when it came as none. */
  event: string[] | null;
}

/** How a row stands. */
export type RowStatus = "ok" | "error" | "tool-error" | "pending" | "cancelled" | "expired" | "lost" | "not-sent" | "warning";

/** A JSON-RPC error. */
export type RpcError = {
  /** The code. */
  code: number;
  /** The message. */
  message: string;
  /** More, as it is. */
  data?: unknown;
};

/** What a log says about one rule. */
export interface Rule {
  /** The rule. */
  rule: string;
  verdict: "broken" | "kept" | "not-exercised";
  /** How often there was something to judge. */
  judged: number;
  /** How often it was broken; the findings have the first hundred. */
  broken: number;
}

/** Which steps to run. */
export type RunBody = {
  /** Their numbers; all of them unless told. */
  steps?: number[] | null;
};

/** Whether a structured result fits. */
export interface SchemaVerdict {
  /** Whether the tool has an output schema. */
  hasSchema: boolean;
  /** Where the result does not fit it, the first of them. */
  errors: FieldError[];
  /** Why it cannot be told whether it fits, or not by all of the schema. */
  unchecked: string | null;
}

/** A script. */
export interface ScriptBody {
  /** Its steps, in their order. */
  steps: ScriptStep[];
  /** What happens when a step does not pass. */
  onError: OnStepError;
  /** Whether it is being run. */
  running: boolean;
  /** Why it is not kept in its file as it is here; null when it is. */
  trouble: string | null;
  /** All of it as a file that `--script` reads. */
  text: string;
}

/** One step that was saved. */
export interface ScriptStep {
  /** Its number among those of the server. */
  number: number;
  /** The session it was saved in, which may be closed by now. */
  session: string;
  /** The entry that began the row it was made of, in that session. */
  seq: number;
  /** The method. */
  method: string;
  /** What the call is about: a tool, a URI. */
  target: string;
  /** It as `--script` reads it. */
  step: string;
  /** The request it was made of. */
  message: string;
  /** What is expected of its result. */
  expect: Assertion[];
  /** Whether something in it is a secret that is not known any more: the log masks those it knows, and files keep none. The call cannot be made then. */
  blanked: boolean;
  /** How its last run went; null when it was not run. */
  ran: StepRun | null;
}

/** Who the server is. */
export interface Server {
  /** The revision in force. */
  revision: string | null;
  /** Its name and version as it told them. */
  info: unknown;
  /** What it can do, as it told it. */
  capabilities: unknown;
  /** What it tells its users. */
  instructions: string | null;
}

/** A configured server. `headers` is always there, `args` and `env` are always there with `stdio`; other fields only where they say something. Fields that are not known here are kept and shown as they are. */
export type ServerConfig = {
  /** Its id: a UUID, or its name where the file gives it no id. */
  id: string;
  /** What it is called; no other server has this name. */
  name: string;
  /** How it is reached. */
  transport: TransportKind;
  /** The program to start. */
  command?: string;
  /** The arguments of the program. */
  args?: string[];
  /** Variables for the program, on top of those it inherits. */
  env?: Record<string, string>;
  /** Where it listens. */
  url?: string;
  /** Headers for every request. */
  headers: Record<string, string>;
  /** Whether a page connects itself or through the backend. */
  connectionMode: ConnectionMode;
  /** How long to wait, in milliseconds. */
  timeouts?: TimeoutsConfig;
  /** How to log in. */
  oauth?: Record<string, unknown>;
  /** When it was added, where the file says so. */
  createdAt?: string;
  /** When it was changed last, where the file says so. */
  updatedAt?: string;
} & Record<string, unknown>;

/** All configured servers, and what is wrong with the file. */
export interface ServerList {
  /** The servers, in the order of the file. */
  servers: ServerConfig[];
  /** Where the file is, to show to people; only there with `problems`. */
  path?: string;
  /** What in the file cannot be used; only there when there is something. */
  problems?: Flaw[];
}

/** Fields of a server to change; null removes one. */
export interface ServerPatch {
  /** What it is called; no other server has this name. */
  name?: string;
  /** Another way to reach it. */
  transport?: string;
  /** The program to start. */
  command?: string | null;
  /** Its arguments, all of them. */
  args?: string[] | null;
  /** Its variables, all of them. */
  env?: Record<string, string> | null;
  /** Where it listens. */
  url?: string | null;
  /** Its headers, all of them. */
  headers?: Record<string, string> | null;
  /** Whether a page connects itself or through the backend. */
  connectionMode?: string | null;
  /** How long to wait. */
  timeouts?: TimeoutsConfig | null;
  /** How to log in. */
  oauth?: Record<string, unknown> | null;
}

/** A row, and whose it is. */
export type ServerRow = TimelineRow & {
  /** The id of the session. */
  session: string;
};

/** A session as it stands now. */
export type SessionNow = Summary & ({
  transport: "stdio" | "http";
  /** The id of the server's process, while one runs on this machine. */
  pid: number | null;
  /** Since when it stands where it stands, in nanoseconds after the session opened. */
  phaseSinceNs: number;
  /** How many attempts to connect have failed in a row. */
  failures: number;
  /** When the next attempt begins, in nanoseconds after the session opened; null unless it waits for it. */
  retryAtNs: number | null;
  /** Who the server is, once it said so. */
  server: Server | null;
  /** Where the lists of what the server offers stand. */
  catalog: CatalogNow;
  /** What the server wants and nobody has answered. */
  asks: Ask[];
  /** The newest of what it no longer waits for, the last one at the end. */
  endedAsks: EndedAsk[];
  /** What is answered without asking anybody, the newest rule first. */
  rules: StandingRule[];
  /** How often what was typed into its forms has changed. */
  draftsRevision: number;
  /** Subscribed resources. */
  subscriptions: string[];
  /** The entry with the last news of each resource. */
  updates: Record<string, number>;
  /** Tasks by name, and how they stand. */
  tasks: Record<string, string>;
  /** Calls in flight. */
  calls: CallNow[];
  /** Half of the newest calls were answered within this time, without the time for which people were waited for; null before the first answer. */
  p50Ns: number | null;
  /** What the server is shown to work in; null for a recording. */
  roots: Root[] | null;
  /** How much went over the wire. */
  traffic: Traffic;
  /** How many calls stand where; null for a recording. */
  queue: Queue | null;
});

/** Who took how much of a row's time. */
export interface ShareOfTime {
  /** Who. */
  name: Taker;
  /** How much, in nanoseconds. */
  ns: number;
}

/** A text to pass on. Secrets are not in it. */
export interface Shared {
  /** It. */
  text: string;
}

/** Which app to show. */
export type ShowBody = {
  /** The `ui://` resource that it is. */
  uri: string;
};

/** An app that can be shown. */
export interface ShownApp {
  /** The page to embed: a sandbox that embeds the app and passes on what both say. It can be loaded for some minutes. */
  sandbox: string;
  /** The origin of that page, and of all it sends. */
  origin: string;
  /** The policy under which the app runs. */
  policy: string;
  /** What the app may load and connect to. */
  domains: AppDomains;
  /** What the server declared and is not allowed. */
  refused: RefusedSource[];
  permissions: ("camera" | "microphone" | "geolocation" | "clipboardWrite")[];
  /** Whether the app wants a border; null when it does not care. */
  prefersBorder: boolean | null;
  /** How many bytes of HTML it has. */
  bytes: number;
}

/** A text to compare: `text` itself; or, of the session `session`, the body of the entry `seq`, the answer of the row that has the entry `row`, or the list `list` as an object that has its items by their names. */
export type Side = {
  /** The text. */
  text?: string;
  /** The id of the session that has it. */
  session?: string;
  /** The entry. */
  seq?: number;
  /** An entry of the row whose answer is meant: its result or error, or what a notification tells. */
  row?: number;
  /** The list. */
  list?: ListWord;
  /** A JSON pointer to the part of the entry's body that is meant; all of it unless told. */
  path?: string;
};

/** A standing answer. */
export interface StandingRule {
  /** Its number. It is never given twice. */
  number: number;
  /** What the server asks for when it applies. */
  method: string;
  /** The rule as it was given. */
  rule: Record<string, unknown>;
  /** How many asks it has answered or refused. */
  answered: number;
}

/** Standing answers. */
export interface StandingRules {
  /** They, the newest first: it is the newest that fits which answers. */
  rules: StandingRule[];
}

/** How long calls take. */
export interface Stats {
  /** Method by method, by name. */
  methods: MethodStats[];
  /** The slowest calls, the slowest first. */
  slowest: TimelineRow[];
}

/** The parts of a login, in their usual order. */
export type StepName = "challenge" | "resource-metadata" | "server-metadata" | "scope" | "identity" | "registration" | "authorization" | "redirect" | "token-exchange" | "token" | "refresh" | "step-up" | "use" | "revocation" | "store";

/** How a step ended. */
export type StepOutcome = "passed" | "warning" | "failed" | "skipped" | "waiting";

/** How the last run of a step went. */
export interface StepRun {
  /** The session it was run in. */
  session: string;
  state: "waiting" | "running" | "passed" | "failed" | "broken" | "skipped" | "stopped";
  /** The entry that began the row of its call; null when there is none. */
  seq: number | null;
  /** How long the call took; null when it was not answered. */
  durationMs: number | null;
  /** Why it did not pass, in a sentence; null when it did, or when the verdicts say it. */
  why: string | null;
  /** Whether each of the assertions holds, in their order. */
  verdicts: Verdict[];
}

/** Several sessions in a few words. */
export interface Summaries {
  /** Them, in the order in which they were opened. */
  sessions: Summary[];
}

/** A session in a few words. */
export interface Summary {
  /** Its id. */
  id: string;
  /** The id of the configuration it was opened from; null when it was opened without one. */
  serverId: string | null;
  /** What to call it. */
  name: string;
  /** The command line or URL, secrets redacted. */
  place: string;
  origin: "face" | "proxy" | "recording";
  phase: "starting" | "initializing" | "ready" | "backoff" | "closing" | "closed";
  status: "disconnected" | "connecting" | "connected" | "disconnecting" | "error";
  /** The revision of the protocol in force, once it is known. */
  revision: string | null;
  /** The server's name and version as it told them. */
  serverInfo: unknown;
  /** When it was opened, ISO 8601. Entries count their time from here. */
  openedAt: string;
  /** The place of the newest entry in its log; 0 when there is none. */
  lastSeq: number;
  /** The steps of connecting as far as it has got, while it connects and fetches its lists; empty otherwise. */
  connecting: ConnectStep[];
  /** How many things the server asks for that nobody has answered. */
  waitingAsks: number;
  /** Why it is not connected. */
  fault: Fault | null;
}

/** What a server is given besides messages. */
export interface Surroundings {
  /** The headers of its newest request, or else those that are set up; null for a server that is a program. */
  headers: NamedValue[] | null;
  /** The environment of its process; null for a server that is an address, and for a recording. */
  environment: NamedValue[] | null;
  /** The directory its process is started in, when one is set up. */
  cwd: string | null;
}

/** Who takes time. */
export type Taker = "server" | "network" | "you" | "rule";

/** On which terms a session speaks with its server. */
export interface Terms {
  /** Which revision to speak: `auto`, `legacy`, or one by name. */
  era: string;
  /** Whether to offer sampling. */
  sampling: boolean;
  /** Whether to offer elicitation by forms. */
  elicitationForm: boolean;
  /** Whether to offer elicitation by pages to visit. */
  elicitationUrl: boolean;
  /** Whether to offer roots. */
  roots: boolean;
  /** Whether somebody is asked for the roots each time, instead of showing those that are set. */
  rootsOnDemand: boolean;
  /** Whether to offer tasks (an extension of 2026-07-28). */
  tasks: boolean;
  /** Whether to offer skills (an extension of 2026-07-28). */
  skills: boolean;
}

/** Other terms; what is not named stays as it was chosen. */
export type TermsChange = {
  /** Which revision to speak. */
  era?: EraWord;
  /** Whether to offer sampling. */
  sampling?: boolean;
  /** Whether to offer elicitation by forms. */
  elicitationForm?: boolean;
  /** Whether to offer elicitation by pages to visit. */
  elicitationUrl?: boolean;
  /** Whether to offer roots. */
  roots?: boolean;
  /** Whether to ask somebody for the roots each time. */
  rootsOnDemand?: boolean;
  /** Whether to offer tasks. */
  tasks?: boolean;
  /** Whether to offer skills. */
  skills?: boolean;
};

/** The terms that were chosen, and those of the connection at hand. */
export interface TermsNow {
  /** The terms of the next connection. */
  chosen: Terms;
  /** The terms of the connection at hand, or of the last one. */
  inForce: Terms;
  /** Whether they differ, so that connecting anew would change something. */
  pending: boolean;
}

/** Why a text is no JSON. */
export interface TextError {
  /** What is wrong. */
  message: string;
  /** The line, counted from 1. */
  line: number;
  /** The column, counted from 1; 0 when the text ended before it. */
  column: number;
}

/** How many rows there are of each kind. */
export interface TimelineCounts {
  all: number;
  calls: number;
  notifications: number;
  asks: number;
  stderr: number;
  http: number;
  lifecycle: number;
  auth: number;
  apps: number;
  notes: number;
  /** Rows that `status:error` finds. */
  errors: number;
  /** Rows about which there are findings. */
  findings: number;
}

/** How the timeline of a session stands. */
export interface TimelineNews {
  /** How many rows there are. */
  total: number;
  /** How many the filter lets through. */
  matched: number;
  /** How many entries the log no longer keeps, or rows where those are more. Rows outlive their entries. */
  dropped: number;
  /** The last entry that is folded in. */
  lastSeq: number;
  /** When the first of all rows begins and when the last one ends, in nanoseconds since the session opened. */
  spanNs: number[];
  /** How many rows there are of each kind, filtered or not. */
  counts: TimelineCounts;
  /** The newest rows that the filter lets through, oldest first. */
  tail: TimelineRow[];
  /** The filter that was asked for. */
  filter: string;
  /** Why the filter cannot be read; then everything is let through. */
  filterError: QueryError | null;
  /** Goes up whenever someone pins a row or changes the script. */
  marks: number;
}

/** How much happened when. */
export interface TimelineOverview {
  /** When the first of all rows begins and when the last one ends, in nanoseconds since the session opened. The stretches divide this equally. */
  spanNs: number[];
  /** How many rows begin in each stretch. */
  begun: number[];
  /** How many of those went wrong. */
  errors: number[];
  /** How many rows last at some moment of each stretch. */
  lasting: number[];
  /** How many rows the filter lets through. */
  matched: number;
  /** The last entry that was folded in. */
  lastSeq: number;
}

/** One row of the timeline. */
export interface TimelineRow {
  /** The entry that began it; for a finding, the one that began the row it is about. */
  seq: number;
  /** The entry that ended it. */
  endSeq: number | null;
  /** When it began, in nanoseconds since the session opened. */
  atNs: number;
  /** What kind of thing it is. */
  kind: RowKind;
  /** Who began it. */
  direction: Way | null;
  /** The method of a message or an HTTP request; the name of a phase, a step, a note or a rule. */
  method: string;
  /** What it is about: a tool, a URI, the first line of a text. */
  target: string;
  /** How it stands; none for what neither succeeds nor fails. */
  status: RowStatus | null;
  /** The JSON-RPC code of an error, or the status of an HTTP answer. */
  code: number | null;
  /** How long it took; none while it lasts, and for what takes no time. */
  durationNs: number | null;
  /** How much of that a person was waited for. */
  humanNs: number;
  /** How much of it rules took that answered for a person; left out where none did. */
  ruleNs?: number;
  /** How much of it the network took: making the connection, bringing a body that came in one piece, and what a login fetched meanwhile. None where there is no HTTP. */
  networkNs: number | null;
  /** How much of it the server took: all the rest. None while it lasts. */
  serverNs: number | null;
  /** The bytes of all its messages. */
  bytes: number;
  /** How many shown rows it is nested in. */
  depth: number;
  /** The row it is nested in. */
  parent: number | null;
  /** How many rows are nested in it directly, shown or not. */
  children: number;
  /** The id on the wire. */
  id: string | null;
  /** The face's handle of the call. */
  call: number | null;
  /** The level of a log message. */
  level: string | null;
  /** How many findings there are about it. */
  findings: number;
  /** Which of the findings about the row of its entry it is; none for all that are no findings. Together with the entry it names the row. */
  finding: number | null;
  /** Whether someone pinned it. */
  isPinned: boolean;
  /** Whether the stream of its answer broke and was taken up again. */
  isResumed: boolean;
  /** Whether what is nested in it is left out. */
  isFolded: boolean;
}

/** Some rows, and how many there are. */
export interface TimelineWindow {
  /** The rows. */
  rows: TimelineRow[];
  /** Which of the matched rows is the first of them. */
  from: number;
  /** How many rows there are. */
  total: number;
  /** How many the filter lets through, without those that are folded away. */
  matched: number;
  /** How many rows are no longer kept. */
  dropped: number;
  /** The last entry that was folded in. */
  lastSeq: number;
  /** When the first of all rows begins and when the last one ends, in nanoseconds since the session opened. */
  spanNs: number[];
  /** How many rows there are of each kind, filtered or not. */
  counts: TimelineCounts;
}

/** Limits in milliseconds. */
export type TimeoutsBody = {
  /** For connecting and the handshake together. */
  connection?: number | null;
  /** For how long the server may stay silent on a request. */
  request?: number | null;
  /** For a request, whatever its progress. */
  total?: number | null;
};

/** How long to wait for a server, in milliseconds. */
export interface TimeoutsConfig {
  /** Until the session is ready. */
  connection?: number | null;
  /** For the answer to one call. */
  request?: number | null;
}

/** Some rows of all servers. */
export interface TogetherBody {
  /** They; their times count from `openedAt`. */
  rows: ServerRow[];
  /** Which of the matched rows is the first of them. */
  from: number;
  /** Which of the matched rows has the entry of `around`; null when none has. */
  place: number | null;
  /** How many rows there are. */
  total: number;
  /** How many the filter lets through, without those that are folded away. */
  matched: number;
  /** How many entries of all sessions are folded in; it grows for as long as none of them is closed. */
  lastSeq: number;
  /** How many rows there are of each kind, filtered or not. */
  counts: TimelineCounts;
  /** When the first of the sessions was opened, ISO 8601. */
  openedAt: string;
  /** The filter that was asked for. */
  filter: string;
  /** Why the filter cannot be read; then everything is let through. */
  filterError: QueryError | null;
  /** Goes up whenever someone pins a row of one of the sessions or changes its script, for as long as none of them is closed. */
  marks: number;
}

/** How much went over the wire. */
export interface Traffic {
  /** Frames we sent. */
  framesSent: number;
  /** Bytes in them. */
  bytesSent: number;
  /** Frames the server sent. */
  framesReceived: number;
  /** Bytes in them. */
  bytesReceived: number;
  /** How many of those were no messages. */
  junk: number;
}

/** How a server is reached. */
export type TransportKind = "stdio" | "streamableHttp" | "sse";

/** What came of presenting a token. */
export interface Tried {
  /** Whether the server let it in. */
  isLetIn: boolean;
}

/** What is to be changed in the text of a form. */
export type Typed = {
  /** The schema of the form, as JSON text. */
  schema: string;
  /** What to change, in order. */
  edits: Edit[];
};

/** What was typed. */
export type TypedBody = {
  /** The text; an empty one forgets it. */
  text: string;
};

/** What was pasted, understood. */
export interface Understood {
  kind: "command" | "url" | "config";
  /** The servers it names. */
  servers: NamedServer[];
}

/** A resource that may be named elsewhere. */
export type UnsubscribeBody = {
  /** Its URI, which may be longer than an address has room for. */
  uri?: string | null;
};

/** A stage that needs no user. */
export type UpTo = "probe" | "resource-metadata" | "server-metadata" | "client";

/** Whether an assertion holds. */
export interface Verdict {
  /** What it is about: a JSON pointer, `isError`, `duration`. */
  place: string;
  /** Whether it holds. */
  passed: boolean;
  /** What was expected there. */
  expected: string;
  /** What came; long values are cut. */
  actual: string;
}

/** What a session looks like now. Every list keeps the newest thousand; the log may have more. */
export interface View {
  /** The newest entry that is folded in: watch the entries after it to follow what happens next. */
  seq: number;
  phase: "starting" | "initializing" | "ready" | "backoff" | "closing" | "closed";
  status: "disconnected" | "connecting" | "connected" | "disconnecting" | "error";
  /** Since when, in nanoseconds after the session opened. */
  phaseSinceNs: number;
  /** How many attempts to connect have failed in a row. */
  failures: number;
  /** Why it is not connected. */
  fault: Fault | null;
  /** Who the server is, once it said so. */
  server: Server | null;
  /** What the server offers. */
  catalog: Catalog;
  /** Calls, ended and in flight. */
  calls: Calls;
  /** What the server wants and nobody has answered. */
  asks: Ask[];
  /** Log messages of the server. */
  logs: LogMessage[];
  /** Lines that the server process wrote to stderr. */
  stderr: Line[];
  /** Notifications that need no handling. */
  notices: Notice[];
  /** Subscribed resources. */
  subscriptions: string[];
  /** The entry with the last news of each resource. */
  updates: Record<string, number>;
  /** Tasks by name, and how they stand. */
  tasks: Record<string, string>;
  /** What the server is shown to work in; null for a recording. */
  roots: Root[] | null;
  /** How much went over the wire. */
  traffic: Traffic;
  /** How many calls stand where; null for a recording. */
  queue: Queue | null;
}

/** A login that waits for its user. */
export interface WaitingLogin {
  /** Where the user has to go. */
  authorizationUrl: string;
  /** How many seconds the user has. */
  expiresIn: number;
}

/** How far to go, and with which settings. */
export type WalkWish = {
  /** The last stage; nothing is asked any more after it. */
  upTo?: UpTo;
  /** Settings to try. */
  settings?: LoginEdits;
};

/** What a walk found out. Its steps are among the stages of `/oauth/status/{serverId}`. */
export interface Walked {
  /** Whether the server wants a login at all; null when it does not say, because it is in trouble or not there. */
  isProtected: boolean | null;
  /** Whether a login would have all it needs, as far as the walk went. */
  canLogIn: boolean;
  /** Who the authorization server is; null when that is not known. */
  issuer: string | null;
}

/** Who began something. */
export type Way = "out" | "in";

/** Some rows. */
export type WindowBody = TimelineWindow & ({
  /** Which of the matched rows has the entry of `around`; null when none has. */
  place: number | null;
  /** Why the filter cannot be read; then everything is let through. */
  filterError: QueryError | null;
});

/** What a page and an app said to each other. */
export type WrittenBody = {
  /** The `ui://` resource that the app is. */
  resource: string;
  /** The call whose result the app shows, by its handle. */
  call?: number | null;
  /** The messages, oldest first. */
  messages: AppMessage[];
};
