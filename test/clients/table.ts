// The result of `npm run test:clients`: client × operation × passes, printed at the end and written to out/clients.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const FILE = fileURLToPath(new URL("../../out/clients.md", import.meta.url));

/** A row for each test; the client is the name of the `describe` around it. */
export default class ClientTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const rows = tests.filter(({ parent }) => parent.type === "suite").map((test) => [clientOf(test), test.name, outcomeOf(test)]);
    rows.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
    const table = [["client", "operation", "result"], ["---", "---", "---"], ...rows]
      .map((row) => `| ${row.map(cell).join(" | ")} |\n`)
      .join("");
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, table);
    process.stdout.write(`\n${table}\n`);
  }
}

function clientOf({ parent }: TestCase): string {
  return parent.type === "suite" ? parent.name : "";
}

/** A test that did not run without a reason is one whose preparation failed. */
function outcomeOf(test: TestCase): string {
  const result = test.result();
  if (result.state === "passed") return "passes";
  return result.state === "skipped" && result.note ? `skipped: ${result.note}` : "FAILS";
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
