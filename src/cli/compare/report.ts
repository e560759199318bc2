// Compare report: comparisons as text for the terminal: the two sides, the verdict, and a row per case.
import { isDeepStrictEqual } from "node:util";
import type { Sides } from "../../compare/points.js";
import type { Tolerance } from "../../compare/tolerances.js";
import { type Output, styles } from "../io.js";
import { count, duration, plain, tables } from "../report.js";
import { type ComparedCase, isNothingSnapped, type Latency, latencies } from "./cases.js";
import { shownValue } from "./details.js";

/** The names of both sides and the verdict on all cases. `rule`: what a case has to be to pass, "within tolerances". */
export function headline(names: Sides<string>, cases: readonly ComparedCase[], rule: string, out: Output): string {
  const passed = cases.filter(({ within }) => within).length;
  const verdict = cases.length > 1 ? `${count(passed)} of ${count(cases.length)} are ${rule}` : `${passed === 1 ? "" : "not "}${rule}`;
  return `A  ${plain(names.a)}\nB  ${plain(names.b)}\n${styles(out).bold(verdict)}\n`;
}

const COLUMNS: [title: string, name: Tolerance][] = [
  ["position p95", "position"],
  ["same road", "sameRoad"],
  ["confidence p95", "confidence"],
  ["overlap", "overlap"],
];

/** A row per case. If there are times and several cases, the last row is for all of them. */
export function caseTable(cases: readonly ComparedCase[], out: Output): string {
  const timed = cases.some(({ ms }) => ms.a.length > 0);
  const titles = ["case", "points", ...COLUMNS.map(([title]) => title), ...(timed ? ["A p50/p99", "B p50/p99"] : []), "verdict"];
  const rows = cases.map((one) => {
    const { points, verdict } = one.comparison;
    const found = COLUMNS.map(([, name]) => shownValue(verdict.find((judgement) => judgement.name === name)));
    return [plain(one.name), points ? count(points.paired) : "–", ...found, ...(timed ? times([one]) : []), verdictWords(one)];
  });
  if (timed && cases.length > 1) rows.push(["all", "", ...COLUMNS.map(() => ""), ...times(cases), ""]);
  return tables(
    titles.map((title) => ({ title, align: title === "case" || title === "verdict" ? "left" : "right" })),
    rows,
    1,
    out,
  );
}

function times(cases: readonly ComparedCase[]): string[] {
  const { a, b } = latencies(cases);
  return [a, b].map((latency: Latency | null) => (latency ? `${duration(latency.p50)}/${duration(latency.p99)}` : "–"));
}

function verdictWords({ within, exact, comparison }: ComparedCase): string {
  const { errors, verdict } = comparison;
  const nothing = isNothingSnapped(comparison) ? ", nothing snapped" : "";
  if (within) return (exact === true ? "the same bytes" : "ok") + errorWords(errors) + nothing;
  if (comparison.within) return "other bytes";
  if (errors.a && errors.b) return "different errors";
  if (errors.a || errors.b) return `an error in ${errors.a ? "A" : "B"} only`;
  const beyond = verdict.filter((judgement) => !judgement.within).map((judgement) => `${judgement.name} ${shownValue(judgement)}`);
  return beyond.join(", ");
}

/** A difference of two errors that is not judged: their details. */
function errorWords({ a, b }: ComparedCase["comparison"]["errors"]): string {
  if (a === null || b === null) return "";
  return `, an error on both sides${isDeepStrictEqual(a.details, b.details) ? "" : ", with other details"}`;
}
