// The worker that reads blobs of a PBF as tests start it: the real one, except that some blobs make it die.
import { parentPort } from "node:worker_threads";
import "../../src/node/osm/pbf-worker.js";

/** A text in a blob that is not packed, and how the worker dies of it. */
const DEATHS: [text: string, die: () => void][] = [
  ["worker: exit", () => process.exit(3)],
  [
    "worker: throw",
    () => {
      throw new Error("nobody catches this");
    },
  ],
  [
    "worker: memory",
    () => {
      for (const all: number[][] = []; ; ) all.push(new Array(1e4).fill(1.5));
    },
  ],
];

parentPort?.on("message", ({ bytes }: { bytes?: Uint8Array }) => {
  if (bytes === undefined) return;
  const content = Buffer.from(bytes);
  for (const [text, die] of DEATHS) if (content.includes(text)) die();
});
