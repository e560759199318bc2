// The work that is timed in Node and in the browser's worker, which both run this module.
import { Matcher, RoadGraph, SnapToRoads, stringifyResponse, type TrackPoint } from "../../src/index.js";
import type { Read } from "../../test/browser/chromium.js";

/** `load` reads a piece of work; `pass` does it a number of times; `answers` returns a hash of every byte of the result. */
export type Question = { ask: "load"; job: string } | { ask: "pass"; times: number } | { ask: "answers" };

/** Tracks to match, or request bodies to answer, each with its road file. */
export type Job = { roads: string; tracks?: TrackPoint[][]; requests?: string[] }[];

let work: (() => unknown)[] = [];

export async function answer(question: Question, read: Read): Promise<unknown> {
  switch (question.ask) {
    case "load":
      work = await load(JSON.parse(new TextDecoder().decode(await read(question.job))), read);
      return work.length;
    case "pass":
      for (let i = 0; i < question.times; i++) for (const once of work) once();
      return null;
    case "answers":
      return work.reduce((sum: number, once) => hash(sum, once()), 0);
  }
}

async function load(job: Job, read: Read): Promise<(() => unknown)[]> {
  const work: (() => unknown)[] = [];
  for (const { roads: file, tracks = [], requests = [] } of job) {
    const roads = RoadGraph.from((await read(file)).buffer);
    const [matcher, service] = [new Matcher(roads), new SnapToRoads(roads)];
    for (const track of tracks) work.push(() => matcher.match(track));
    for (const request of requests) work.push(() => stringifyResponse(service.execute(request)));
  }
  return work;
}

/** FNV-1a over the characters of the answer as JSON, continued from the hash `before`. */
function hash(before: number, answer: unknown): number {
  let hash = before ^ 0x811c9dc5;
  for (const character of JSON.stringify(answer)) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}
