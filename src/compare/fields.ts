// Fields: compares two responses by their field lists, and by the road properties where both are on the same road.
import { ROAD_PROPERTIES, type RoadProperty } from "../snap/road-properties.js";
import { numberOrNull } from "../snap/values.js";
import type { Sides } from "./points.js";
import type { ReadField, Values } from "./read.js";

/** Whether something is about the points or about the lines. */
export type Where = "points" | "lines";

/** A field that is not the same in both. */
export interface FieldDifference {
  /** Of the points or of the lines. */
  where: Where;
  /** The name in lower case. Fields whose names differ only in case are the same field; `spelling` has the difference. */
  name: string;
  /** Its type on each side, null where the field is not there. */
  type: Sides<string | null>;
  /** If the names differ in case: the name in each side's field list or, if those are equal, in its attributes. */
  spelling?: Sides<string>;
  /** If one side has values of a JSON type that the other has not: one type of each side, with the least ObjectID that has it. */
  values?: Sides<{ type: string; objectId: number }>;
}

/** One road property over all points, or lines, that both responses put on the same road. */
export interface PropertyComparison {
  /** On points or on lines. */
  where: Where;
  /** Which property. */
  name: RoadProperty;
  /** How many times both have the same value; two numbers are the same within half a per cent. */
  same: number;
  /** How many times both have a value, and not the same. */
  different: number;
  /** How many times only A knows a value. */
  onlyA: number;
  /** How many times only B knows a value. */
  onlyB: number;
  /** How many times neither knows one. */
  unknown: number;
}

/** Numbers within this share of each other are the same value, rounded differently: 25 mph is 40.23 or 40.2336 kph. */
const RELATIVE = 0.005;

/**
 * Fields that only one side has, and fields with a difference that breaks a client: in the type, the case of the name, or the JSON type of the values. A
 * missing type is no difference, nor is null.
 */
export function compareFields(where: Where, a: readonly ReadField[], b: readonly ReadField[]): FieldDifference[] {
  const [inA, inB] = [byName(a), byName(b)];
  return [...new Set([...inA.keys(), ...inB.keys()])].flatMap((name) => {
    const [left, right] = [inA.get(name), inB.get(name)];
    const difference = { where, name, type: { a: typeOf(left), b: typeOf(right) } };
    if (!left || !right) return [difference];
    const spelling = spellingOf(left, right);
    const values = valuesOf(left, right);
    if (!spelling && !values && (left.type === null || right.type === null || left.type === right.type)) return [];
    return [{ ...difference, ...(spelling && { spelling }), ...(values && { values }) }];
  });
}

function spellingOf(a: ReadField, b: ReadField): FieldDifference["spelling"] {
  if (a.name !== b.name) return { a: a.name, b: b.name };
  if (a.attribute === null || b.attribute === null || a.attribute === b.attribute) return undefined;
  return { a: a.attribute, b: b.attribute };
}

/** For each side: a type that the other has not, or else its first type. */
function valuesOf({ valueTypes: a }: ReadField, { valueTypes: b }: ReadField): FieldDifference["values"] {
  const [typesA, typesB] = [[...a], [...b]];
  const onlyA = typesA.find(([type]) => !b.has(type));
  const onlyB = typesB.find(([type]) => !a.has(type));
  const [left, right] = [onlyA ?? typesA[0], onlyB ?? typesB[0]];
  if (!(onlyA || onlyB) || !left || !right) return undefined;
  return { a: { type: left[0], objectId: left[1] }, b: { type: right[0], objectId: right[1] } };
}

/** Compares the road properties that both field lists have. */
export function compareProperties(
  where: Where,
  fields: Sides<readonly ReadField[]>,
  pairs: readonly Sides<{ values: Values }>[],
): PropertyComparison[] {
  const [inA, inB] = [byName(fields.a), byName(fields.b)];
  return ROAD_PROPERTIES.filter((name) => inA.has(name) && inB.has(name)).map((name) => {
    const found: PropertyComparison = { where, name, same: 0, different: 0, onlyA: 0, onlyB: 0, unknown: 0 };
    for (const { a, b } of pairs) found[outcome(numberOrNull(a.values[name]), numberOrNull(b.values[name]))]++;
    return found;
  });
}

function outcome(a: number | null, b: number | null): "same" | "different" | "onlyA" | "onlyB" | "unknown" {
  if (a === null) return b === null ? "unknown" : "onlyB";
  if (b === null) return "onlyA";
  return Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b)) ? "same" : "different";
}

function byName(fields: readonly ReadField[]): Map<string, ReadField> {
  return new Map(fields.map((field) => [field.name.toLowerCase(), field]));
}

function typeOf(field: ReadField | undefined): string | null {
  return field === undefined ? null : (field.type ?? "unknown");
}
