// Every bench of the library on its own; see `npm run bench -- --help`.
import { runCommand } from "./harness/command.js";
import { big } from "./subjects/big.js";
import { build } from "./subjects/build.js";
import { execute } from "./subjects/execute.js";
import { growth } from "./subjects/growth.js";
import { importing } from "./subjects/import.js";
import { lattice } from "./subjects/lattice.js";
import { live } from "./subjects/live.js";
import { match } from "./subjects/match.js";
import { nearby } from "./subjects/nearby.js";
import { open } from "./subjects/open.js";
import { pool } from "./subjects/pool.js";
import { routes } from "./subjects/routes.js";
import { size } from "./subjects/size.js";

await runCommand("npm run bench --", [nearby, routes, lattice, match, live, execute, importing, build, open, size, big, growth, pool]);
