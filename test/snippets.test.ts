// README.md and docs/: their TypeScript is right by the types of the sources, given the values it assumes.
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API } from "typescript/unstable/sync";
import { afterAll, expect, it } from "vitest";
import { snippetsOf } from "./helpers/snippets.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "snippets-"));
afterAll(() => rm(folder, { recursive: true }));

/** Values that the snippets use and do not define. */
const AT_HAND = `
  import type { createReadStream as read } from "node:fs";
  import type { readFile as whole } from "node:fs/promises";
  import type * as roadsnap from "roadsnap";
  import type * as server from "roadsnap/server";
  declare global {
    const bytes: Uint8Array, gpx: Uint8Array;
    const lon: number, lat: number, time: number, accuracy: number, speed: number, course: number;
    const roads: roadsnap.RoadGraph;
    const fix: roadsnap.TrackPoint, track: roadsnap.TrackPoint[], tracks: roadsnap.TrackPoint[][];
    const features: object[], ours: object, theirs: object;
    const signal: AbortSignal;
    const out: NodeJS.WritableStream;
    const app: { configure(options: { service: string }): void };
    function store(point: roadsnap.LivePoint): void;
    function show(point: roadsnap.LivePoint | null): void;
    function draw(stretches: roadsnap.Stretch[]): void;
    const LiveMatcher: typeof roadsnap.LiveMatcher;
    const createServer: typeof server.createServer;
    const createReadStream: typeof read;
    const readFile: typeof whole;
  }`;
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const snippets = pages.flatMap((page) =>
  snippetsOf(readFileSync(join(root, page), "utf8")).map((code, i) => ({
    name: `${page}, number ${i + 1}`,
    code,
  })),
);

it("the TypeScript snippets have the right types", async () => {
  const src = (name: string) => [join(root, "src", name)];
  const options = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      noUnusedLocals: false,
      typeRoots: [join(root, "node_modules/@types")],
      paths: { roadsnap: src("index.ts"), "roadsnap/node": src("node/index.ts"), "roadsnap/server": src("server/index.ts") },
    },
    include: ["*.mts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(options));
  await writeFile(join(folder, "at-hand.d.mts"), AT_HAND);
  for (const [i, { code }] of snippets.entries()) await writeFile(join(folder, `${i}.mts`), `${code}\nexport {};\n`);
  const api = new API({ cwd: root });
  try {
    const [{ program }] = api.updateSnapshot({ openProjects: [join(folder, "tsconfig.json")] }).getProjects();
    const wrong = snippets.flatMap(({ name }, i) =>
      program.getSemanticDiagnostics(join(folder, `${i}.mts`)).map(({ text }) => `${name}: ${text}`),
    );
    expect(snippets.length).toBeGreaterThan(8);
    expect(wrong).toEqual([]);
  } finally {
    api.close();
  }
});
