// The reference as Markdown: a page for each chapter, and one that links to them.
import { anchorsOf } from "./anchors.js";
import type { Doc, Entry, FieldRow, Method } from "./entry.js";

/** Entries of one page. */
export interface Chapter {
  /** The subpath from which they are imported. */
  specifier: string;
  title: string;
  /** What the page contains, as one sentence. */
  intro: string;
  entries: Entry[];
}

/** The link to the entry of a name, or of a method, from the present page; undefined if there is none. */
type Way = (name: string) => string | undefined;

const INDEX = `# Reference

Every public name: its signature, what it is, its fields with their units and defaults, and what it throws. Everything thrown that can be expected is a
[SnapError](errors.md#snaperror).
`;
const WRITTEN = "<!-- Written by `npm run reference` from the doc comments of the sources. -->\n";

/** The pages by their file names. */
export function pagesOf(chapters: Chapter[]): Map<string, string> {
  const anchors = chapters.map((chapter) => ({ chapter, file: fileOf(chapter), slugs: slugsOf(chapter) }));
  const pages = new Map([["README.md", indexOf(chapters)]]);
  for (const { chapter, file, slugs } of anchors) {
    // A name that exists twice refers to that on the same page, then to that of the same subpath.
    const near = anchors.filter((one) => one.chapter !== chapter && one.chapter.specifier === chapter.specifier);
    const way: Way = (name) => {
      const own = slugs.get(name);
      const other = own === undefined ? [...near, ...anchors].find((one) => one.slugs.has(name)) : undefined;
      return own ?? (other && `${other.file}${other.slugs.get(name)}`);
    };
    pages.set(file, pageOf(chapter, way));
  }
  return pages;
}

function indexOf(chapters: Chapter[]): string {
  const text = [WRITTEN, INDEX];
  for (const specifier of new Set(chapters.map((chapter) => chapter.specifier))) {
    text.push(`## \`import { … } from "${specifier}"\`\n`);
    for (const chapter of chapters.filter((one) => one.specifier === specifier)) {
      const [file, slugs] = [fileOf(chapter), slugsOf(chapter)];
      text.push(`**[${chapter.title}](${file})** – ${chapter.intro}\n`);
      text.push(
        `${chapter.entries.map(({ name, isFunction }) => `[${name}${isFunction ? "()" : ""}](${file}${slugs.get(name)})`).join(" · ")}\n`,
      );
    }
  }
  return `${text.join("\n").trimEnd()}\n`;
}

function pageOf({ specifier, title, intro, entries }: Chapter, way: Way): string {
  const text = [WRITTEN, `# ${title}\n`, `${intro} [All names](README.md)\n`, `\`\`\`ts\nimport { … } from "${specifier}";\n\`\`\`\n`];
  text.push(
    `${entries
      .map(({ name, isFunction, doc }) => {
        const first = /^.*?(?:[.:](?=\s)|\n\n|$)/s.exec(doc.text)?.[0].replace(/[:\s]+$/, ".") ?? "";
        return `- [${name}${isFunction ? "()" : ""}](${way(name)}) – ${inline(first.replaceAll("\n", " "), way)}`;
      })
      .join("\n")}\n`,
  );
  text.push(...entries.map((entry) => entryText(entry, way)));
  return `${text.join("\n").trimEnd()}\n`;
}

/** `The match` is match.md. */
function fileOf({ title }: Chapter): string {
  return `${title
    .toLowerCase()
    .replace(/^the /, "")
    .replace(/[^a-z]+/g, "-")}.md`;
}

/** The anchor of each heading on its page. */
function slugsOf({ title, entries }: Chapter): Map<string, string> {
  const headings = [title, ...entries.flatMap(({ name, methods }) => [name, ...methods.map((method) => method.title)])];
  const anchors = anchorsOf(headings);
  return new Map(headings.map((heading, i) => [heading, `#${anchors[i]}`]));
}

function entryText({ name, code, doc, rows, inherited, methods }: Entry, way: Way): string {
  const text = [`## ${name}\n`];
  if (code) text.push(fenced(code, way, name));
  text.push(docText(doc, way));
  if (rows.length > 0) text.push(tableOf(rows, way));
  if (inherited.length > 0) {
    const those = inherited.map(({ from, names }) => `those of [${from}](${way(from)}): ${names.map((own) => `\`${own}\``).join(", ")}`);
    text.push(`${rows.length > 0 ? "And" : "Has"} ${those.join("; ")}.\n`);
  }
  text.push(...methods.map((method) => methodText(method, name, way)));
  return text.filter((line) => line).join("\n");
}

function methodText({ title, code, doc }: Method, owner: string, way: Way): string {
  return [`### ${title}\n`, fenced(code, way, owner), docText(doc, way)].filter((line) => line).join("\n");
}

/** Code, with links to the names in it. */
function fenced(code: string, way: Way, own: string): string {
  const words = new Set(code.replace(/"[^"]*"/g, "").match(/\b[A-Z]\w*/g));
  const links = [...words].filter((name) => name !== own && way(name)).map((name) => `[${name}](${way(name)})`);
  return `\`\`\`ts\n${code}\n\`\`\`\n${links.length > 0 ? `\n${links.join(" · ")}\n` : ""}`;
}

function docText({ text, params, throws }: Doc, way: Way): string {
  const parts = [];
  if (text) parts.push(`${inline(text, way)}\n`);
  if (params.length > 0) {
    const lines = params.map((param) => `- \`${param.split(" ")[0]}\`: ${inline(param.replace(/^\S+ (- )?/, ""), way)}`);
    parts.push(`${lines.join("\n")}\n`);
  }
  for (const thrown of throws) parts.push(`${thrownText(thrown, way)}\n`);
  return parts.join("\n");
}

function thrownText(thrown: string, way: Way): string {
  return `Throws ${inline(thrown.replace(/^SnapError\b/, "{@link SnapError}").replace(/\.?$/, "."), way)}`;
}

function tableOf(rows: FieldRow[], way: Way): string {
  if (rows.every(({ type, value, doc }) => !type && !value && !doc.text)) return `${rows.map(({ names }) => `\`${names}\``).join(", ")}\n`;
  const records = rows.map(
    ({ value = "" }) => new Map([...value.matchAll(/[{,] (\w+): ("[^"]*"|[^,}]+)/g)].map(([, key, one]) => [key, one.trim()])),
  );
  if (records.every(({ size }) => size > 0)) return recordsText(rows, records);
  const hasValues = rows.some(({ value }) => value);
  const hasTypes = rows.some(({ type }) => type);
  const head = ["name", ...(hasValues ? ["value"] : []), ...(hasTypes ? ["type"] : []), "meaning"];
  const cells = rows.map(({ names, type, value, doc }) => [
    names.map((name) => `\`${name}\``).join(", "),
    ...(hasValues ? [value ? `\`${value}\`` : ""] : []),
    ...(hasTypes ? [typeText(type, way)] : []),
    [inline(doc.text, way), ...doc.throws.map((thrown) => thrownText(thrown, way))].filter((part) => part).join(" "),
  ]);
  return gridOf([head, ...cells]);
}

/** Values that are records of one shape: a column for each of their members. */
function recordsText(rows: FieldRow[], records: Map<string, string>[]): string {
  const keys = [...records[0].keys()];
  const cells = rows.map(({ names }, i) => [`\`${names}\``, ...keys.map((key) => (records[i].get(key) ?? "").replace(/^"(.*)"$/, "$1"))]);
  return gridOf([["name", ...keys], ...cells]);
}

function gridOf([head, ...rows]: string[][]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\n- /g, "<br>– ").replace(/\n+/g, " ");
  const line = (row: string[]) => `| ${row.map(cell).join(" | ")} |`;
  return `${[head, head.map(() => "---"), ...rows].map(line).join("\n")}\n`;
}

/** A type, with its names as links. */
function typeText(type: string, way: Way): string {
  const out: { text: string; link?: string }[] = [];
  for (const text of type.split(/("[^"]*"|\b[A-Za-z]\w*\b)/)) {
    if (!text) continue;
    const link = /^[A-Z]/.test(text) ? way(text) : undefined;
    const last = out.at(-1);
    if (link || !last || last.link) out.push({ text, link });
    else last.text += text;
  }
  return out.map(({ text, link }) => (link ? `[\`${text}\`](${link})` : text.trim() ? `\`${text}\`` : text)).join("");
}

/** The text of a doc comment, with its links. */
function inline(text: string, way: Way): string {
  return text.replace(/\{@link ([\w.]+)\}/g, (_, name: string) => {
    const to = way(name) ?? way(name.split(".")[0]);
    return to ? `[\`${name}\`](${to})` : `\`${name}\``;
  });
}
