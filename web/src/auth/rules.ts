// Owns where the rules are written down that the steps of a login serve.

const MCP = "https://modelcontextprotocol.io/specification/draft/basic/authorization";

/** The page of a rule such as `RFC 9207 section 3`; null for one whose page is not known. */
export function hrefOfRule(rule: string): string | null {
  const rfc = /^RFC (\d+)(?: section (\d+(?:\.\d+)*))?/.exec(rule);
  if (rfc !== null) {
    const section = rfc[2] === undefined ? "" : `#section-${rfc[2]}`;
    return `https://www.rfc-editor.org/rfc/rfc${rfc[1]}${section}`;
  }
  if (rule.startsWith("MCP authorization")) return MCP;
  const draft = /^(draft-[a-z0-9-]+)/.exec(rule);
  return draft === null ? null : `https://datatracker.ietf.org/doc/${draft[1]}/`;
}
