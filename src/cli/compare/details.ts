// Compare details: one comparison as text for the terminal: the figures judged, totals, and the points, fields and messages that differ.
import type { Comparison } from "../../compare/compare.js";
import type { FieldDifference } from "../../compare/fields.js";
import type { PointComparison, Spread } from "../../compare/points.js";
import { type Judgement, TOLERANCES } from "../../compare/tolerances.js";
import type { Output } from "../io.js";
import { type Column, count, kilometres, percent, plain, table } from "../report.js";

/** All details, in parts with an empty line before each. `worst`: the number of points to show, those with the largest differences. */
export function comparisonDetails(comparison: Comparison, worst: number, out: Output): string {
  const parts = [errorLines(comparison), judgedTable(comparison, out), facts(comparison, out), typeTable(comparison, out)];
  parts.push(propertyTable(comparison, out), pointTable(comparison, worst, out), fieldAndMessageLines(comparison));
  return parts.map((part) => (part === "" ? "" : `\n${part}`)).join("");
}

/** The figure found for a tolerance, in its unit; a dash if there was nothing to judge. */
export function shownValue(judgement: Judgement | undefined): string {
  return !judgement || judgement.found === null ? "–" : inUnit(judgement.name, judgement.found);
}

function inUnit(name: Judgement["name"], value: number): string {
  const { unit } = TOLERANCES[name];
  if (unit === "m") return `${value.toFixed(value < 10 ? 2 : 1)} m`;
  if (unit === "share") return `${(value * 100).toFixed(1)} %`;
  return unit === "" ? value.toFixed(3) : count(value);
}

/** Columns by their titles. `names`: how many at the beginning hold names; the others hold numbers. */
function titled(titles: readonly string[], names: number): Column[] {
  return titles.map((title, i) => ({ title, align: i < names ? "left" : "right" }));
}

function errorLines({ errors }: Comparison): string {
  const sides = [errors.a, errors.b].flatMap((error, i) => {
    if (error === null) return [];
    const said = [error.message, ...error.details.map((detail) => (typeof detail === "string" ? detail : JSON.stringify(detail)))];
    const words = plain(said.join(" ")).trim() || "without a message";
    return [`  ${"AB"[i]} answers an error: ${error.code ?? "no code"}, ${words}\n`];
  });
  return sides.join("");
}

function judgedTable({ verdict }: Comparison, out: Output): string {
  if (verdict.length === 0) return "";
  const rows = verdict.map((judgement) => {
    const { sense, meaning } = TOLERANCES[judgement.name];
    const allowed = `${sense} ${inUnit(judgement.name, judgement.allowed)}`;
    const mark = judgement.found === null ? "nothing to judge" : judgement.within ? "ok" : `beyond: ${meaning}`;
    return [judgement.name, shownValue(judgement), allowed, mark];
  });
  return table([{ title: "judged" }, { title: "found", align: "right" }, { title: "allowed" }, { title: "" }], rows, out);
}

function facts({ points, lines, properties }: Comparison, out: Output): string {
  if (!points) return "";
  const { count: all, paired, snapped, sameRoad, links } = points;
  const same = properties.reduce((sum, property) => sum + property.same, 0);
  const known = properties.reduce((sum, { same, different, onlyA, onlyB }) => sum + same + different + onlyA + onlyB, 0);
  const rows: [name: string, words: string][] = [
    ["points", `${count(all.a)} in A, ${count(all.b)} in B, ${count(paired)} in both`],
    ["points only in A", few(points.onlyA)],
    ["points only in B", few(points.onlyB)],
    ["snapped", `${count(snapped.both)} by both, ${count(snapped.onlyA)} by A only, ${count(snapped.onlyB)} by B only`],
    ["position", spreadWords(points.position, "position")],
    ["confidence", spreadWords(points.confidence, "confidence")],
    ["same road", `${count(sameRoad.same)} of ${count(sameRoad.compared)}`],
    ["line_id", links ? `leads to the same line_type for ${count(links.same)} of ${count(paired)}` : ""],
    ["line_id to no line in A", few(links?.broken.a)],
    ["line_id to no line in B", few(links?.broken.b)],
    ["lines only in A", few(lines?.onlyA)],
    ["lines only in B", few(lines?.onlyB)],
    ["road properties", known > 0 ? `${count(same)} of ${count(known)} known values are the same` : ""],
  ];
  return table(
    titled(["", ""], 2),
    rows.filter(([, words]) => words !== ""),
    out,
  );
}

/** Most ObjectIDs that are listed one by one. */
const FEW = 8;

function few(ids: readonly number[] = []): string {
  if (ids.length === 0) return "";
  return `${count(ids.length)}: ObjectID ${ids.slice(0, FEW).join(", ")}${ids.length > FEW ? ", …" : ""}`;
}

function spreadWords(spread: Spread | null, name: Judgement["name"]): string {
  const { median, p95, max } = spread ?? { median: 0, p95: 0, max: 0 };
  return spread ? `differs by ${inUnit(name, median)} in the middle, ${inUnit(name, p95)} at 95 %, ${inUnit(name, max)} at most` : "";
}

function typeTable({ lines }: Comparison, out: Output): string {
  const rows = Object.entries(lines?.byType ?? {}).map(([type, { a, b }]) => [
    plain(type) || "(none)",
    ...[a, b].flatMap(({ lines, metres, covered }) => [count(lines), kilometres(metres), percent(covered, metres)]),
  ]);
  const titles = ["line_type", "A lines", "A length", "A in B", "B lines", "B length", "B in A"];
  return rows.length === 0 ? "" : table(titled(titles, 1), rows, out);
}

function propertyTable({ properties }: Comparison, out: Output): string {
  const rows = properties
    .filter(({ different, onlyA, onlyB }) => different + onlyA + onlyB > 0)
    .map(({ where, name, same, different, onlyA, onlyB }) => [name, where, ...[same, different, onlyA, onlyB].map(count)]);
  return rows.length === 0 ? "" : table(titled(["road property", "of", "same", "different", "A only", "B only"], 2), rows, out);
}

/** The points that differ most: first those that only one side snapped, then those on another road; then by metres, then by confidence. */
function pointTable({ points }: Comparison, worst: number, out: Output): string {
  const weight = ({ sameRoad, snapped, position, confidence: { a, b } }: PointComparison): number[] => [
    snapped.a !== snapped.b ? 2 : sameRoad === false ? 1 : 0,
    position ?? 0,
    Math.abs((a ?? 0) - (b ?? 0)),
  ];
  const ranked = (points?.each ?? []).map((point) => ({ point, by: weight(point) })).filter(({ by }) => by.some((value) => value > 0));
  ranked.sort((p, q) => q.by[0] - p.by[0] || q.by[1] - p.by[1] || q.by[2] - p.by[2] || p.point.objectId - q.point.objectId);
  const rows = ranked.slice(0, worst).map(({ point: { objectId, position, sameRoad, confidence, line } }) => {
    const sides = [confidence.a, confidence.b].map((value) => (value === null ? "–" : value.toFixed(3)));
    const linked = [line.a, line.b].map((link) => (link ? `${link.objectId} ${plain(link.type ?? "(no such line)")}` : "–"));
    const road = sameRoad === null ? "–" : sameRoad ? "yes" : "no";
    return [String(objectId), position === null ? "–" : inUnit("position", position), road, ...sides, ...linked];
  });
  const titles = ["ObjectID", "apart", "same road", "A confidence", "B confidence", "A line", "B line"];
  return rows.length === 0 ? "" : table(titled(titles, 0), rows, out);
}

/** Most messages of one side that are shown. */
const SHOWN_MESSAGES = 5;

function fieldAndMessageLines({ fields, messages }: Comparison): string {
  const lines: string[] = [];
  for (const where of ["points", "lines"] as const) {
    const here = fields.filter((field) => field.where === where);
    const only = (side: string, there: (field: FieldDifference) => boolean) => {
      const names = here.filter(there).map(({ name }) => plain(name));
      if (names.length > 0) lines.push(`fields of ${where} only in ${side}: ${names.join(", ")}`);
    };
    only("A", ({ type }) => type.b === null);
    only("B", ({ type }) => type.a === null);
    for (const { name, type, spelling, values } of here) {
      const field = `field ${name} of ${where}`;
      const known = [type.a, type.b].every((word) => word !== null && word !== "unknown");
      if (known && type.a !== type.b) lines.push(plain(`${field}: ${type.a} in A, ${type.b} in B`));
      if (spelling) lines.push(plain(`${field}: called ${spelling.a} in A, ${spelling.b} in B`));
      if (values) {
        const [a, b] = [values.a, values.b].map(({ type, objectId }) => `a ${type} at ObjectID ${objectId}`);
        lines.push(plain(`values of ${field}: ${a} in A, ${b} in B`));
      }
    }
  }
  for (const [side, list] of [
    ["A", messages.a],
    ["B", messages.b],
  ] as const) {
    for (const { severity, text } of list.slice(0, SHOWN_MESSAGES)) lines.push(`message only in ${side}: ${plain(`${severity}: ${text}`)}`);
    if (list.length > SHOWN_MESSAGES) lines.push(`and ${count(list.length - SHOWN_MESSAGES)} more messages only in ${side}`);
  }
  return lines.map((line) => `  ${line}\n`).join("");
}
