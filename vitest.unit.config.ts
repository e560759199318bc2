// `npm run test:unit`, for every save: the tests that need nothing but the language and files, neither processes, workers, browsers, servers nor
// the network, which a test of the architecture holds them to, nor much time.
import { defineConfig } from "vitest/config";
import { UNIT } from "./test/helpers/unit-part.js";

// The processes of the tests inherit it.
process.env.PROPERTY_SHARE ??= "0.2";

export default defineConfig({ ...UNIT, test: { ...UNIT.test, experimental: { fsModuleCache: true } } });
