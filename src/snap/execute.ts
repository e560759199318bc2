// Execute: the execute operation of SnapToRoads. A request in, the wire's response or error envelope out. No I/O, and no clock but the one handed in.
import { badOption, checkOptions, SnapError, shown } from "../errors.js";
import { overlap } from "../geo/box.js";
import { Matcher } from "../match/matcher.js";
import { type MatcherOptions, settle } from "../match/options.js";
import { isCoordinate } from "../match/track/grouping.js";
import { checkRoads, type RoadGraph } from "../roads/graph.js";
import { coverageMessage } from "./coverage.js";
import { type ErrorEnvelope, unableToComplete } from "./envelope.js";
import { type ExecuteInput, type ExecuteParameters, readParameters } from "./parameters.js";
import { snapInputs, type TrackMatcher } from "./points.js";
import { buildResponse, type ExecuteResponse } from "./response.js";
import type { SnapMessage } from "./result.js";
import { applyTravelMode, standardMode } from "./travel-mode-options.js";

/** Options of {@link SnapToRoads}: limits, the clock that they need, and defaults for matching. */
export interface SnapToRoadsOptions {
  /** Most points taken and most lines returned in one request, 1 or more. Default 100 000. */
  maxRecords?: number | undefined;
  /** Longest a request may take, seconds, above 0. Default 600. Needs `now`. */
  maxSeconds?: number | undefined;
  /** A clock in milliseconds, such as `() => performance.now()`; the time of day may be set back meanwhile. Without one there is no time limit. */
  now?: (() => number) | undefined;
  /** Without lines: send output_lines with an empty value instead of leaving it out. Default false. */
  emptyLines?: boolean | undefined;
  /**
   * Options of the matcher. A request's travel mode overrides them. For a request that names none they override the standard travel mode of their `mode`.
   * Default {}.
   */
  matcher?: MatcherOptions | undefined;
  /** Makes the matcher of a travel mode. Default: `new Matcher(roads, options)`. */
  createMatcher?: ((options: MatcherOptions) => TrackMatcher) | undefined;
  /** Told of each failure that is the service's own fault (code 500), with the error itself, before execute answers. Default: nobody. */
  onInternalError?: ((error: unknown) => void) | undefined;
}

const OPTION_NAMES = ["maxRecords", "maxSeconds", "now", "emptyLines", "matcher", "createMatcher", "onInternalError"];
/**
 * Most characters of the answer that may go to attributes which some points lack. Values that points have took as many characters in the request; but a small
 * request with a new attribute on every point could fill the memory with empty ones.
 */
const MAX_EMPTY_CHARACTERS = 64_000_000;
/** Most matchers kept for later requests. Each has working memory of its own, but all share one cache of ways. */
const MAX_MATCHERS = 8;

/**
 * The SnapToRoads operation over one road network, as a pure function of the request: it does no I/O, and has no clock but the one it is given. Keeps matchers,
 * and their memory, between requests. For one request at a time.
 */
export class SnapToRoads {
  readonly #roads: RoadGraph;
  readonly #options: SnapToRoadsOptions & { matcher: MatcherOptions };
  readonly #maxRecords: number;
  readonly #maxSeconds: number;
  /** By their options with all defaults in place (as JSON), the least recently used first. */
  readonly #matchers = new Map<string, TrackMatcher>();

  /** @throws SnapError "bad-option" for an option that is unknown or out of range. */
  constructor(roads: RoadGraph, options: SnapToRoadsOptions = {}) {
    checkRoads(roads, "The service's");
    checkOptions(options, "SnapToRoads", OPTION_NAMES);
    const { maxRecords = 100_000, maxSeconds = 600, matcher = {} } = options;
    if (!(Number.isInteger(maxRecords) && maxRecords >= 1)) {
      throw badOption("maxRecords", maxRecords, "a whole number above 0");
    }
    if (!(typeof maxSeconds === "number" && maxSeconds > 0)) {
      throw badOption("maxSeconds", maxSeconds, "a number above 0");
    }
    for (const name of ["now", "createMatcher", "onInternalError", "emptyLines"] as const) {
      const { [name]: given } = options;
      const due = name === "emptyLines" ? "boolean" : "function";
      if (given !== undefined && typeof given !== due) throw badOption(name, given, `a ${due}`);
    }
    settle(matcher);
    this.#roads = roads;
    this.#options = { ...options, matcher: { ...matcher } };
    this.#maxRecords = maxRecords;
    this.#maxSeconds = maxSeconds;
  }

  /**
   * Answers a request. Input that cannot be used gives an error envelope with one sentence, never an exception; so does a failure of the
   * service itself, as code 500. Trouble with single points is a message in the response.
   */
  execute(request: ExecuteInput): ExecuteResponse | ErrorEnvelope {
    try {
      return this.#run(request);
    } catch (error) {
      if (error instanceof SnapError && (error.code === "bad-input" || error.code === "limit")) {
        return unableToComplete(400, error.message);
      }
      this.#options.onInternalError?.(error);
      return unableToComplete(500, `The service failed: ${wordsOf(error)}`);
    }
  }

  #run(request: ExecuteInput): ExecuteResponse {
    const check = this.#deadline();
    const parameters = readParameters(request, this.#maxRecords);
    const { points, extent } = parameters;
    check();
    const { options, messages } = this.#matching(parameters);
    const use = (index: number) => {
      const { lon, lat } = points.points[index];
      return !extent || !isCoordinate(lon, lat) || overlap([lon, lat, lon, lat], extent);
    };
    points.points.forEach((_, i) => void (use(i) || points.troubles.add("outside-extent", i)));
    const result = snapInputs(this.#matcher(options), points.points, { troubles: points.troubles, check, use });
    const outside = coverageMessage(result, this.#roads);
    return buildResponse(
      result,
      this.#roads,
      {
        ...parameters,
        maxRecords: this.#maxRecords,
        maxEmptyCharacters: MAX_EMPTY_CHARACTERS,
        emptyLines: this.#options.emptyLines ?? false,
        check,
      },
      outside ? [...messages, outside] : messages,
    );
  }

  /** The matcher's options for a request, and messages about them. */
  #matching({ travelMode }: ExecuteParameters): { options: MatcherOptions; messages: SnapMessage[] } {
    const own = this.#options.matcher;
    if (!travelMode) {
      const standard = standardMode(own.mode);
      return { options: standard ? { ...applyTravelMode(standard).options, ...own } : own, messages: [] };
    }
    const { options, ignored } = applyTravelMode(travelMode);
    const text = `travel_mode: settings of no effect on matching: ${enumerate(ignored)}.`;
    return { options: { ...own, ...options }, messages: ignored.length > 0 ? [{ severity: "Informative", text }] : [] };
  }

  #matcher(options: MatcherOptions): TrackMatcher {
    const key = JSON.stringify(settle(options));
    // Any of them will do: all share one cache.
    const [beside] = this.#matchers.values() as Iterable<Matcher>;
    const create = this.#options.createMatcher ?? ((settings) => new Matcher(this.#roads, settings, beside));
    const matcher = this.#matchers.get(key) ?? create(options);
    this.#matchers.delete(key);
    this.#matchers.set(key, matcher);
    if (this.#matchers.size > MAX_MATCHERS) this.#matchers.delete(this.#matchers.keys().next().value as string);
    return matcher;
  }

  #deadline(): () => void {
    const { now = () => 0 } = this.#options;
    const start = now();
    return () => {
      if (now() - start <= this.#maxSeconds * 1000) return;
      throw new SnapError("limit", `The request took longer than ${this.#maxSeconds} seconds; send fewer points.`);
    };
  }
}

/** The first of many words, and how many more there are. */
function enumerate(words: readonly string[]): string {
  const more = words.length - 30;
  const first = words.slice(0, 30).map((word) => word.slice(0, 80));
  return first.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** One sentence about an error, without its stack. */
function wordsOf(error: unknown): string {
  if (error instanceof SnapError) return error.message;
  return `${error instanceof Error ? String(error) : shown(error)}.`;
}
