// `npm run test:unit`, for every save: the tests that need nothing but the language and files, neither processes, workers, browsers, servers nor
// the network, which a test of the architecture holds them to, nor much time.
import { defineConfig } from "vitest/config";

// What follows counts with it, as do the processes of the tests, which inherit it.
process.env.PROPERTY_SHARE ??= "0.2";
const { UNIT } = await import("./test/helpers/unit-part.js");

export default defineConfig(UNIT);
