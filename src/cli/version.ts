// Version: the package's folder and version.
import { readFileSync } from "node:fs";

/** The package's folder: two levels up, from src/cli/ as from dist/cli/. */
export const PACKAGE = new URL("../../", import.meta.url);

/** The version in package.json. */
export function version(): string {
  return (JSON.parse(readFileSync(new URL("package.json", PACKAGE), "utf8")) as { version: string }).version;
}
