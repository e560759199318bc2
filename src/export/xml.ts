// XML: writes XML, each element on its own line. With a general builder that took more time than matching the track.

/** Elements by name; a list stands for one element per member, read one after the other; `@name` is an attribute. Names are written unchanged. */
export type Xml = { [name: string]: string | number | Xml | Iterable<Xml> | undefined };

/** So many elements of a list are made one string at a time. Kept as the pieces that they were joined of, they take ten times the memory. */
const AT_ONCE = 256;

/** The elements as lines, each with its end. */
export function xmlLines(elements: Xml, indent = ""): string {
  let lines = "";
  for (const name of Object.keys(elements)) {
    const value = elements[name];
    if (value === undefined || isAttribute(name)) continue;
    if (typeof value !== "object") lines += element(name, "", escaped(value), indent, "");
    else if (Symbol.iterator in value) lines += listed(name, value as Iterable<Xml>, indent);
    else lines += nested(name, value as Xml, indent);
  }
  return lines;
}

function listed(name: string, list: Iterable<Xml>, indent: string): string {
  let lines = "";
  let some: string[] = [];
  for (const one of list) {
    if (some.push(nested(name, one, indent)) < AT_ONCE) continue;
    lines += some.join("");
    some = [];
  }
  return lines + some.join("");
}

function nested(name: string, content: Xml, indent: string): string {
  let attributes = "";
  for (const key of Object.keys(content)) {
    const value = content[key];
    if (isAttribute(key) && value !== undefined) attributes += ` ${key.slice(1)}="${escaped(value as string | number)}"`;
  }
  const inner = xmlLines(content, `${indent} `);
  return element(name, attributes, inner === "" ? "" : `\n${inner}`, indent, indent);
}

function element(name: string, attributes: string, content: string, indent: string, before: string): string {
  return content === "" ? `${indent}<${name}${attributes}/>\n` : `${indent}<${name}${attributes}>${content}${before}</${name}>\n`;
}

function isAttribute(name: string): boolean {
  return name.charCodeAt(0) === 64;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&apos;", '"': "&quot;" };

function escaped(value: string | number): string {
  return typeof value === "number" ? String(value) : value.replace(/[&<>'"]/g, (character) => ENTITIES[character]);
}
