// What a bench is: a name, a sentence, and a function that returns tables.
import type { Table } from "./table.js";

/** What every subject is run with: the options of the command line. */
export interface BenchContext {
  /** The folder of road extracts and tracks that are not bundled. */
  data: string;
  /** The number of passes of each long measurement, of which the median counts. */
  rounds: number;
  /** The seconds for which each short measurement is repeated. */
  seconds: number;
  /** The largest number of tracks in each class. */
  tracks: number;
  /** Whether to include sizes that take minutes and gigabytes. */
  full: boolean;
  /** More OSM files to build, and another road file to open. */
  osm: readonly string[];
  roads: string | null;
  /** Prints something that is not a result: what is skipped, or takes long. */
  say(sentence: string): void;
}

/** One bench. */
export interface Subject {
  name: string;
  about: string;
  run(context: BenchContext): Promise<Table[]>;
}
