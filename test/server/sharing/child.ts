// A server in a process of its own, for tests that kill it: `child.mjs portal.json data-folder` prints its address.
import { readFileSync } from "node:fs";
import type { Executor } from "../../../src/server/executor.js";
import { createServer } from "../../../src/server/index.js";

const [portalFile, data] = process.argv.slice(2);
// Nothing is snapped here.
const executor: Executor = { execute: async () => "{}", close: async () => {} };
const portal = JSON.parse(readFileSync(portalFile, "utf8"));
const { url } = await createServer({ roads: {} as never, executor, portal, data, token: "dev", port: 0 }).listen();
process.stdout.write(`${url}\n`);
