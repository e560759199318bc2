// What a bench is: a name, a sentence, and a run that gives tables.
import type { Table } from "./table.js";

/** What every subject is run with; the command line's options. */
export interface BenchContext {
  /** Folder of the road extracts and tracks that are not bundled. */
  data: string;
  /** Passes each long measurement takes; the median counts. */
  rounds: number;
  /** Seconds each short measurement is repeated for. */
  seconds: number;
  /** Most tracks of each class. */
  tracks: number;
  /** Also the sizes that take minutes and gigabytes. */
  full: boolean;
  /** Further OSM files to build, and a further road file to open. */
  osm: readonly string[];
  roads: string | null;
  /** Says something that is not a result: what is skipped, what takes long. */
  say(sentence: string): void;
}

/** One bench. */
export interface Subject {
  name: string;
  about: string;
  run(context: BenchContext): Promise<Table[]>;
}
