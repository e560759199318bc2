// roadsnap and Valhalla: the same tracks in the same run, one thread each, in turns; points a second, and errors of each.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EvaluationTrack } from "../../src/evaluate/corpora.js";
import { type SetScore, scoreSet, scoreTrack } from "../../src/evaluate/score/score.js";
import { Matcher } from "../../src/match/matcher.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { SnapToRoads } from "../../src/snap/execute.js";
import { stringifyResponse } from "../../src/snap/response.js";
import { spread, timeInTurns } from "../harness/measure.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { withFiles } from "../harness/temporary.js";
import { nameOfClass, type TrackClass, trackClasses } from "../inputs/classes.js";
import { featureSet, townPbf } from "../inputs/formats.js";
import { pbfOfRoads } from "./pbf.js";
import { attributesQuery, loadValhalla, matchOf, openTiles, routeQuery, type Valhalla, type ValhallaActor } from "./valhalla.js";

export const compareWithValhalla: Subject = {
  name: "valhalla",
  about: "Valhalla in process, from npm's @valhallajs/valhallajs",
  run,
};

async function run(context: BenchContext): Promise<Table[]> {
  const valhalla = loadValhalla();
  if (valhalla === null) {
    context.say(
      "Valhalla is not installed here; npm install --no-save @valhallajs/valhallajs puts it beside the project's own packages (280 MB).",
    );
    process.exitCode = 1;
    return [];
  }
  return withFiles([], async (folder) => {
    const tiles = new Tiles(valhalla, folder, context);
    const rows: Table["rows"] = [];
    for (const one of await trackClasses(context)) rows.push(...(await compare(one, tiles, context)));
    const notes = [
      "roadsnap match: fixes as objects in, a match with the posterior out; once it knows the roads, or with a new matcher each time. execute: JSON text in, the response with lines as JSON text out.",
      "Valhalla: JSON text in, JSON text out, the two calls that match; told the class's σ, which roadsnap has to find out.",
      "failed: tracks a peer refused; all of their road counts as missed.",
    ];
    return [{ title: `roadsnap and Valhalla ${valhalla.version}, one thread each, in turns, median of ${context.rounds}`, rows, notes }];
  });
}

/** A track with its roads, in the form of every engine. */
interface Prepared {
  source: EvaluationTrack;
  roads: RoadGraph;
  matcher: Matcher;
  service: SnapToRoads;
  request: string;
  actor: ValhallaActor;
  attributes: string;
  route: string;
}

async function compare(one: TrackClass, tiles: Tiles, context: BenchContext): Promise<Table["rows"]> {
  const prepared: Prepared[] = [];
  for (const { roads, tracks } of one.groups) {
    const actor = await tiles.of(one.set, roads);
    const [matcher, service] = [new Matcher(roads), new SnapToRoads(roads)];
    for (const source of tracks) {
      const request = JSON.stringify(featureSet(source.track));
      const [attributes, route] = [attributesQuery(source, one.sigma), routeQuery(source, one.sigma)];
      prepared.push({ source, roads, matcher, service, request, actor, attributes, route });
    }
  }
  const engines: [engine: string, work: () => unknown][] = [
    ["roadsnap match", () => prepared.forEach(({ source, matcher }) => void matcher.match(source.track))],
    ["roadsnap match, first pass", () => firstPass(prepared)],
    ["roadsnap execute", () => prepared.forEach(({ service, request }) => void answer(service, request))],
    ["Valhalla trace_attributes", () => inOrder(prepared, ({ actor, attributes }) => actor.traceAttributes(attributes))],
    ["Valhalla trace_route", () => inOrder(prepared, ({ actor, route }) => actor.traceRoute(route))],
  ];
  const timings = await timeInTurns(
    engines.map(([, work]) => work),
    context.rounds,
    context.seconds,
  );
  const ours = scoreSet(prepared.map(({ source, matcher }) => scoreTrack(source, matcher.match(source.track))));
  const [theirs, failed] = await scoreValhalla(prepared);
  return engines.map(([engine], i) => {
    const isOurs = engine.startsWith("roadsnap");
    const score = isOurs ? ours : theirs;
    const pointsPerSecond = score.fixes / (timings[i].median / 1000);
    return {
      set: one.set,
      class: nameOfClass(one),
      engine,
      tracks: score.tracks,
      fixes: score.fixes,
      "points/s": pointsPerSecond,
      "± %": spread(timings[i]),
      "× of roadsnap match": timings[0].median / timings[i].median,
      "mismatch %": 100 * score.mismatch,
      "points right %": 100 * score.pointAccuracy,
      failed: isOurs ? 0 : failed,
    };
  });
}

/** New matchers, one for each network, whose caches are empty. */
function firstPass(prepared: readonly Prepared[]): void {
  const matchers = new Map<RoadGraph, Matcher>();
  for (const { source, roads } of prepared) {
    const matcher = matchers.get(roads) ?? new Matcher(roads);
    matchers.set(roads, matcher);
    matcher.match(source.track);
  }
}

function answer(service: SnapToRoads, points: string): string {
  return stringifyResponse(service.execute({ points, f: "json", return_lines: "true" }));
}

async function scoreValhalla(prepared: readonly Prepared[]): Promise<[score: SetScore, failed: number]> {
  let failed = 0;
  const attributes = await inOrder(prepared, (track) => track.actor.traceAttributes(track.attributes));
  const routes = await inOrder(prepared, (track) => track.actor.traceRoute(track.route));
  const scores = prepared.map(({ source }, i) => {
    if (attributes[i] === null || routes[i] === null) failed++;
    return scoreTrack(source, matchOf(source, attributes[i], routes[i]));
  });
  return [scoreSet(scores), failed];
}

/** One after another, never two at once; null for a refusal, for which Valhalla throws. */
async function inOrder(prepared: readonly Prepared[], ask: (track: Prepared) => Promise<string>): Promise<(string | null)[]> {
  const answers: (string | null)[] = [];
  for (const track of prepared) answers.push(await ask(track).catch(() => null));
  return answers;
}

/** Valhalla's tiles for each network, built when they are first needed. */
class Tiles {
  readonly #valhalla: Valhalla;
  readonly #folder: string;
  readonly #context: BenchContext;
  readonly #actors = new Map<RoadGraph, ValhallaActor>();

  constructor(valhalla: Valhalla, folder: string, context: BenchContext) {
    this.#valhalla = valhalla;
    this.#folder = folder;
    this.#context = context;
  }

  async of(set: string, roads: RoadGraph): Promise<ValhallaActor> {
    const known = this.#actors.get(roads);
    if (known !== undefined) return known;
    const folder = join(this.#folder, `${this.#actors.size}`);
    mkdirSync(folder);
    const actor = await openTiles(this.#valhalla, this.#pbf(set, roads, folder), folder);
    this.#actors.set(roads, actor);
    return actor;
  }

  /** The file that the roads came from; if there is none, one written for this. */
  #pbf(set: string, roads: RoadGraph, folder: string): string {
    const original = join(this.#context.data, set, `${set}.osm.pbf`);
    if (existsSync(original)) return original;
    const path = join(folder, "roads.osm.pbf");
    writeFileSync(path, set === "town" ? townPbf() : pbfOfRoads(roads));
    return path;
  }
}
