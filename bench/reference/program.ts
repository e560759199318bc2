// The public names of the sources: by the subpath they are imported from, in the sections and the order of its index file.
import type { ExportDeclaration, ExportSpecifier, Node, SourceFile } from "typescript/unstable/ast";
import { API, type Checker, type Symbol as NamedSymbol, SymbolFlags } from "typescript/unstable/sync";

/** One public name. */
export interface PublicName {
  name: string;
  symbol: NamedSymbol;
  declaration: Node;
}

/** Names that belong together. */
export interface Section {
  /** The subpath of the package, as written in an import. */
  specifier: string;
  title: string;
  /** What the section contains, as one sentence. */
  intro: string;
  names: PublicName[];
}

const INDEXES = { roadsnap: "src/index.ts", "roadsnap/node": "src/node/index.ts", "roadsnap/server": "src/server/index.ts" };
/** The comment of an index file above a section: `// Title: what is in it.`, with an empty line after it. */
const HEADING = /^\/\/ ([\w ]+): ([^\n]*)\n\n/gm;

/** Reads the sources, and returns what `read` makes of them while the compiler is running. */
export function withSections<T>(read: (sections: Section[], checker: Checker) => T): T {
  const root = process.cwd();
  const api = new API({ cwd: root });
  try {
    const [{ program, checker }] = api.updateSnapshot({ openProjects: [`${root}/tsconfig.build.json`] }).getProjects();
    const sections = Object.entries(INDEXES).flatMap(([specifier, file]) =>
      sectionsOf(specifier, program.getSourceFile(`${root}/${file}`) as SourceFile, checker),
    );
    return read(sections, checker);
  } finally {
    api.close();
  }
}

function sectionsOf(specifier: string, index: SourceFile, checker: Checker): Section[] {
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(index) as NamedSymbol);
  const headings = [...index.text.matchAll(HEADING)];
  const sections = headings.map(([, title, intro]) => ({
    specifier,
    title,
    intro: intro[0].toUpperCase() + intro.slice(1),
    names: [] as PublicName[],
  }));
  const place = new Map(
    index.statements.flatMap((statement) => {
      const section = headings.findLastIndex((heading) => heading.index < statement.getStart());
      return namesIn(statement).map((name) => [name, sections[section]] as const);
    }),
  );
  const byName = new Map(symbols.map((symbol) => [symbol.name, symbol]));
  for (const [name, section] of place) {
    const symbol = byName.get(name);
    if (byName.delete(name) && symbol && section) section.names.push(named(symbol, checker));
  }
  if (byName.size > 0) throw new Error(`${index.fileName}: no section has ${[...byName.keys()].join(", ")}.`);
  return sections.filter(({ names }) => names.length > 0);
}

/** The names that a statement exports or declares, values before types. */
function namesIn(statement: Node): string[] {
  const { name, exportClause } = statement as Node & Partial<ExportDeclaration> & { name?: { text: string } };
  if (name) return [name.text];
  const all = [...((exportClause as { elements?: Iterable<ExportSpecifier> } | undefined)?.elements ?? [])];
  return [...all.filter(({ isTypeOnly }) => !isTypeOnly), ...all.filter(({ isTypeOnly }) => isTypeOnly)].map((one) => one.name.text);
}

function named(symbol: NamedSymbol, checker: Checker): PublicName {
  const target = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return { name: symbol.name, symbol: target, declaration: target.declarations[0].resolve() as Node };
}
