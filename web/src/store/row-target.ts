// Owns how a name stands in the rows of the timeline: without the ends of lines around it, cut when it is long, as the backend cuts it.

/** How many bytes of a name a row has at most. */
const LONGEST = 200;

export function targetOf(name: string): string {
  const line = name.replace(/^[\n\r]+|[\n\r]+$/g, "");
  const bytes = new TextEncoder().encode(line.slice(0, LONGEST + 1));
  if (bytes.length <= LONGEST) return line;
  let end = LONGEST - 3;
  // Not within a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${new TextDecoder().decode(bytes.slice(0, end))}…`;
}
