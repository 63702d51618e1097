// JSON Pointers (RFC 6901) and the ids of elements made from them.

/** The pointer to a member or element of what `parent` points to. */
export function childPointer(parent: string, name: string): string {
  return `${parent}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The pointer to what holds it; the top is its own parent. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

/** The last step of a pointer, as a person would write it. */
export function lastName(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The pointer of the element that is `by` places further in the same array. */
export function sibling(pointer: string, by: number): string {
  return `${parentPointer(pointer)}/${Number(lastName(pointer)) + by}`;
}

/** The steps of a pointer; what is spelled like an index is a number. */
export function pathOf(pointer: string): (string | number)[] {
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.map((name) => (/^(?:0|[1-9]\d{0,9})$/.test(name) ? Number(name) : name));
}

/** An element id for a pointer. Names come from servers: anything but letters and digits is spelled as a number. */
export function fieldId(prefix: string, pointer: string, part = ""): string {
  const safe = pointer.replace(/[^A-Za-z0-9]/g, (char) => (char === "/" ? "-" : `_${char.charCodeAt(0).toString(16)}_`));
  return `${prefix}${safe}${part === "" ? "" : `--${part}`}`;
}
