// The layers: imports run one way, and the core depends on nothing but the language.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { codeOf, importsOf } from "./helpers/source-text.js";
import { NO_UNIT, UNIT_FOLDERS } from "./helpers/unit-part.js";

const SRC = join(dirname(fileURLToPath(import.meta.url)), "../src");

/** Each layer, and the layers it may import from besides itself. */
const MAY_IMPORT: Record<string, string[]> = {
  errors: [],
  "escape-html": [],
  geo: ["errors"],
  roads: ["errors", "geo"],
  match: ["errors", "geo", "roads"],
  import: ["errors", "escape-html", "geo", "roads", "match"],
  snap: ["errors", "escape-html", "geo", "roads", "match", "import"],
  export: ["errors", "escape-html", "geo", "roads", "match", "import", "snap"],
  evaluate: ["errors", "escape-html", "geo", "roads", "match", "import", "snap"],
  compare: ["errors", "geo", "snap"],
  portal: ["errors"],
  index: ["errors", "escape-html", "geo", "roads", "match", "import", "snap", "export", "evaluate", "compare"],
  node: ["errors", "escape-html", "geo", "roads", "match", "import", "snap", "export", "evaluate", "compare", "index"],
  server: ["errors", "escape-html", "geo", "roads", "match", "import", "snap", "export", "evaluate", "compare", "index", "node", "portal"],
  cli: [
    "errors",
    "escape-html",
    "geo",
    "roads",
    "match",
    "import",
    "snap",
    "export",
    "evaluate",
    "compare",
    "index",
    "node",
    "portal",
    "server",
  ],
};
const CORE = ["errors", "escape-html", "geo", "roads", "match", "import", "snap", "export", "evaluate", "compare", "index", "portal"];

/** The packages that each layer may load; a package is loaded only where it is used. */
const PACKAGES: Record<string, RegExp> = {
  import: /^(saxes|pbf|fflate|papaparse)$/,
  node: /^(node:|tinypool$)/,
  server: /^(node:|hono(\/|$)|@hono\/node-server$|libsql$)/,
  cli: /^(node:|commander$|cli-progress$)/,
};

/** What the code of the core must not use. Of Math only functions that IEEE 754 makes exact are allowed. */
const FORBIDDEN: [what: string, pattern: RegExp][] = [
  ["the clock", /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.|\bhrtime\b/g],
  ["chance", /\bMath\.random\b|\bcrypto\./g],
  ["the console", /\bconsole\./g],
  ["timers", /\bset(?:Timeout|Interval|Immediate)\b/g],
  ["Node's globals", /(?<![.\w])(?:process|Buffer|require|__dirname|__filename)\s*[.(]|\bimport\.meta\b/g],
  ["the DOM or the network", /(?<![.\w])(?:document|navigator|localStorage|XMLHttpRequest)\s*\.|(?<![.\w])fetch\s*\(/g],
  ["the engine's locale", /\btoLocale\w+|\blocaleCompare\b|\bIntl\./g],
  [
    "the engine's own transcendental functions",
    // 2 ** 33 is exact everywhere; other powers are as approximate as Math.pow.
    /\bMath\.(?!(?:sqrt|floor|ceil|trunc|round|abs|min|max|sign|fround|imul|clz32|PI|SQRT2|LN2|LN10|E)\b)\w+|(?<!\b2 )\*\*|\*\*(?! \d)/g,
  ],
];

interface SourceFile {
  /** Path from src/, with forward slashes. */
  path: string;
  layer: string;
  text: string;
}

function sourceFiles(): SourceFile[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .map((path) => path.split("\\").join("/"))
    .filter((path) => path.endsWith(".ts"))
    .sort()
    .map((path) => ({ path, layer: layerOf(path), text: readFileSync(join(SRC, path), "utf8") }));
}

function layerOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path.replace(/\.ts$/, "");
}

/** The file that a relative import refers to, from src/. */
function target(from: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(from), specifier)).replace(/\.js$/, ".ts");
}

/** What is wrong with an import; undefined if nothing is. */
function troubleWith(path: string, layer: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return PACKAGES[layer]?.test(specifier) ? undefined : `not a package for ${layer}`;
  if (!specifier.endsWith(".js")) return "must end in .js";
  const to = target(path, specifier);
  if (!existsSync(join(SRC, to))) return "there is no such file";
  return layerOf(to) === layer || MAY_IMPORT[layer]?.includes(layerOf(to)) ? undefined : `a step back, ${layer} → ${layerOf(to)}`;
}

/** The circles in what imports what. */
function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, trail: string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    else if (!done.has(path)) for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return circles;
}

const files = sourceFiles();
const layers = [...new Set(files.map((file) => file.layer))];
const filesOf = (layer: string) => files.filter((file) => file.layer === layer);

describe("imports run one way", () => {
  it("all layers are in the table", () => {
    expect(layers.filter((layer) => !(layer in MAY_IMPORT))).toEqual([]);
  });

  it.each(layers)("of %s", (layer) => {
    const wrong = filesOf(layer).flatMap(({ path, text }) =>
      importsOf(text).flatMap(({ specifier }) => {
        const trouble = troubleWith(path, layer, specifier);
        return trouble ? [`${path} imports ${specifier}: ${trouble}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("no file imports itself, directly or through others, except for types", () => {
    const edges = new Map(
      files.map((file) => [
        file.path,
        importsOf(file.text)
          .filter((m) => m.specifier.startsWith(".") && !m.typeOnly)
          .map((m) => target(file.path, m.specifier)),
      ]),
    );
    expect(circlesOf(edges)).toEqual([]);
  });

  it.each(layers)("neither do the folders of %s, and the files beside them, even by types", (layer) => {
    const within = (path: string) => path.split("/").slice(0, 2).join("/");
    const edges = new Map<string, string[]>();
    for (const { path, text } of filesOf(layer)) {
      const targets = importsOf(text).flatMap(({ specifier }) => (specifier.startsWith(".") ? [within(target(path, specifier))] : []));
      const others = targets.filter((to) => to !== within(path) && layerOf(to) === layer);
      edges.set(within(path), [...(edges.get(within(path)) ?? []), ...others]);
    }
    expect(circlesOf(edges)).toEqual([]);
  });
});

describe("the core needs nothing but the language", () => {
  it.each(layers.filter((layer) => CORE.includes(layer)))("%s uses no clock, chance, console, DOM or Node", (layer) => {
    const found = filesOf(layer).flatMap(({ path, text }) => {
      const code = codeOf(text);
      return FORBIDDEN.flatMap(([what, pattern]) =>
        [...code.matchAll(pattern)].map((m) => `${path}:${code.slice(0, m.index).split("\n").length}: ${m[0]} (${what})`),
      );
    });
    expect(found).toEqual([]);
  });
});

describe("every file of src/", () => {
  it("begins with a comment on its purpose", () => {
    // The command's file has its #! line before that.
    const opening = ({ path, text }: SourceFile) => text.split("\n")[path === "cli/main.ts" ? 1 : 0];
    expect(files.filter((file) => file.path !== "errors.ts" && !opening(file).startsWith("//")).map(({ path }) => path)).toEqual([]);
  });

  it("has named exports only", () => {
    expect(files.filter(({ text }) => /^export default/m.test(codeOf(text))).map(({ path }) => path)).toEqual([]);
  });
});

describe("the helpers that read source text", () => {
  const dollars = (source: string) => source.replaceAll("§", "$"); // § so that these strings are no mistaken templates

  it.each<[string, string, boolean]>([
    [`import { a } from "./a.js";`, "./a.js", false],
    [`import type { A } from "./a.js";`, "./a.js", true],
    [`export {\n  a,\n  b,\n} from "./a.js";`, "./a.js", false],
    [`export * from "./a.js";`, "./a.js", false],
    [`import "./a.js";`, "./a.js", false],
    [`const a = await import("./a.js");`, "./a.js", false],
    [`import a, { type B } from "./a.js";`, "./a.js", false],
  ])("find the import in %s", (source, specifier, typeOnly) => {
    expect(importsOf(source)).toEqual([{ specifier, typeOnly }]);
  });

  it.each([
    [`a; // Math.random()`],
    [`/* Math.random() */ a;`],
    [`a = "Math.random() \\" Math.random()";`],
    ["a = `Math.random() §{b} Math.random()`;"],
    [`a = b.replace(/Math.random(")/g, c);`],
    [`import { b } from "./Math.random.js";`],
  ])("find no code in %s", (source) => {
    expect(codeOf(dollars(source))).not.toContain("random");
  });

  it.each([["`§{Math.random()}`"], ["a / b; Math.random(); c / d"], ["`§{{ a: `§{1}` }}` + Math.random()"], [`"a" + Math.random() + 'b'`]])(
    "find the code in %s",
    (source) => {
      expect(codeOf(dollars(source))).toContain("Math.random()");
    },
  );
});

describe("docs/architecture.md", () => {
  const page = readFileSync(join(SRC, "../docs/architecture.md"), "utf8");
  const named = [...page.matchAll(/`((?:[\w-]+\/)*[\w-]+\.ts)`/g)].map(([, path]) => path).filter((path) => !path.startsWith("test/"));

  it("names every file of the matcher", () => {
    const missing = filesOf("match").filter(({ path }) => !named.includes(path) && !named.includes(posix.basename(path)));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  it("names only files that exist", () => {
    expect(named.filter((name) => !files.some(({ path }) => path === name || posix.basename(path) === name))).toEqual([]);
  });

  it("names every folder", () => {
    const folders = new Set(files.flatMap(({ path }) => [posix.dirname(path)]).filter((folder) => folder !== "."));
    expect([...folders].filter((folder) => !page.includes(`\`${folder}\``))).toEqual([]);
  });
});

describe("the unit tests", () => {
  const HERE = dirname(fileURLToPath(import.meta.url));
  const OUTSIDE =
    /^(?:node:(?:child_process|cluster|dgram|https?|http2|net|tls|worker_threads)|tinypool|playwright-core|@hono\/node-server)$/;
  const tests = UNIT_FOLDERS.flatMap((folder) =>
    readdirSync(join(HERE, folder), { recursive: true, encoding: "utf8" })
      .map((name) => join(HERE, folder, name))
      .filter((path) => path.endsWith(".test.ts") && !NO_UNIT.some((end) => path.endsWith(end))),
  );
  const ways = new Map<string, string[]>();
  /** The chain of imports from a file to something outside the process or on the network; empty if there is none. */
  const outside = (path: string): string[] => {
    const known = ways.get(path);
    if (known) return known;
    ways.set(path, []);
    const modules = importsOf(readFileSync(path, "utf8")).filter(({ typeOnly }) => !typeOnly);
    const found = modules.flatMap(({ specifier }) => {
      if (!specifier.startsWith(".")) return OUTSIDE.test(specifier) ? [specifier] : [];
      const file = join(dirname(path), specifier).replace(/\.js$/, ".ts");
      return existsSync(file) ? outside(file).map((way) => `${specifier} → ${way}`) : [];
    });
    ways.set(path, found);
    return found;
  };

  it("need no processes, workers, browsers, servers or network", () => {
    expect(tests.length).toBeGreaterThan(100);
    expect(tests.flatMap((path) => outside(path).map((way) => `${path} → ${way}`))).toEqual([]);
    expect(outside(join(HERE, "node/pool/order.test.ts"))).not.toEqual([]);
  });
});
