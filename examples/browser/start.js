// Builds the page with the bundled town and serves it: npm start, then open the address it prints.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildRoads, readOsm } from "../../dist/index.js";
import { build, serve } from "./site.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

const town = buildRoads(await readOsm(await readFile(path("../../fixtures/town.osm"))));
await build(path("dist"), town.data, path("../../dist/index.js"));
const server = await serve(path("dist"), Number(process.env.PORT ?? 8000));
console.log(`http://127.0.0.1:${server.address().port}/`);
