// The same bits everywhere: a worker in Chromium, and one in Firefox, answer like Node, byte for byte.
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, type Question } from "./answers.js";
import { file } from "./bundle.js";
import { launchChromium, missingChromium, type Read, startWorker } from "./chromium.js";
import { type BrowserWorker, missingFirefox, startFirefox } from "./firefox.js";

const read: Read = async (path) => new Uint8Array(await readFile(file(`fixtures/${path}`)));
const list = (folder: string, ending: string) =>
  readdirSync(file(`fixtures/${folder}`))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

const TOWN = "town.osm";
const SIX_POINTS = "six-points.osm";
const MODES = { haul: "trucking", "park-walk": "walking" } as const;

const questions: [string, Question][] = [
  ...[TOWN, SIX_POINTS].map((osm): [string, Question] => [`the road file of ${osm}`, { kind: "roads", osm }]),
  ...list("drives", "").map((path): [string, Question] => {
    const mode = Object.entries(MODES).find(([name]) => path.includes(name))?.[1] ?? "driving";
    return [`the match of ${path}`, { kind: "drive", osm: TOWN, file: path, mode }];
  }),
  ["the response to requests/two-vans.json", { kind: "execute", osm: TOWN, file: "requests/two-vans.json" }],
  ...list("golden", ".request.json").map((path): [string, Question] => [
    `the response to ${path}`,
    { kind: "execute", osm: SIX_POINTS, file: path },
  ]),
  ...[1, 2].map((seed): [string, Question] => [
    `drives simulated from seed ${seed}, and their matches`,
    { kind: "simulated", osm: TOWN, seed },
  ]),
];

const MODULE = file("test/browser/answers.ts");

describe.skipIf(missingChromium("that a worker gives Node's bytes"))("a worker in Chromium answers like Node, to the byte", () => {
  let browser: Browser;
  let ask: (question: Question) => Promise<unknown>;

  beforeAll(async () => {
    browser = await launchChromium();
    ask = await startWorker<Question>(browser, MODULE, read);
  });
  afterAll(() => browser?.close());

  it.each(questions)("%s", (_, question) => expectSame(ask, question));
});

describe.skipIf(missingFirefox("that another engine gives Node's bytes"))("a worker in Firefox answers like Node, to the byte", () => {
  let worker: BrowserWorker<Question>;

  beforeAll(async () => {
    worker = await startFirefox<Question>(MODULE, read);
  });
  afterAll(() => worker?.close(), 60_000);

  // The first answer includes the start of the browser.
  it.each(questions)("%s", (_, question) => expectSame(worker.ask, question));
});

async function expectSame(ask: (question: Question) => Promise<unknown>, question: Question): Promise<void> {
  const here = await answer(question, read);
  const there = await ask(question);
  expect(here.length).toBeGreaterThan(50);
  // Compared before it is printed: a difference of megabytes helps nobody.
  if (there !== here) expect(around(String(there), here)).toEqual(around(here, String(there)));
}

/** The text around the first difference. */
function around(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return `${text.length} characters; from ${at}: ${text.slice(Math.max(0, at - 60), at + 60)}`;
}
