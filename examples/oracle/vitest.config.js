// The suite's own settings, the defaults: without this file vitest would take those of a folder above.
import { defineConfig } from "vitest/config";

export default defineConfig({});
