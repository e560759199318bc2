// The default settings: without this file vitest would use those of a parent folder.
import { defineConfig } from "vitest/config";

export default defineConfig({});
