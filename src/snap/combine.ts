// Combine: puts the results of several files into one. Each file's tracks stay separate, and ids are made unique.
import { recogniseField, recogniseFields } from "../import/tracks/fields.js";
import { trackIdOf } from "../import/tracks/point-reader.js";
import type { InputPoint } from "../match/track/track.js";
import type { SnapResult } from "./result.js";

/** One file's result and the name its tracks go by. */
export interface NamedResult {
  /** What its tracks are called by, or begin with. */
  name: string;
  /** What snapPoints gave for it. */
  result: SnapResult;
}

/**
 * Puts results one after the other. A file without track_ids becomes one track of the file's name, the others' tracks become `name/track_id`;
 * unlocated points stay so. Point ids are kept when no two are equal, else numbered anew from 1; lines are numbered from 1. A single result
 * comes back as it is.
 */
export function combineResults(parts: readonly NamedResult[]): SnapResult {
  if (parts.length === 1) return parts[0].result;
  const combined: SnapResult = {
    inputs: [],
    points: [],
    objectIds: [],
    lineIds: [],
    lines: [],
    violations: [],
    hasTrackIds: true,
    messages: [],
  };
  const inputs: InputPoint[] = [];
  combined.inputs = inputs;
  for (const part of parts) {
    const result = namedResult(part);
    const before = combined.lines.length;
    const moved = (stretch: number) => (stretch < 0 ? stretch : stretch + before);
    const newLineId = new Map(result.lines.map((line, i) => [line.objectId, before + i + 1]));
    for (const line of result.lines) combined.lines.push({ ...line, objectId: combined.lines.length + 1 });
    for (const input of result.inputs) inputs.push(input);
    for (const point of result.points) combined.points.push({ ...point, stretch: moved(point.stretch) });
    for (const id of result.lineIds) combined.lineIds.push(id === null ? null : (newLineId.get(id) as number));
    for (const id of result.objectIds) combined.objectIds.push(id);
    for (const violation of result.violations) combined.violations.push({ ...violation, stretch: moved(violation.stretch) });
    for (const message of result.messages) combined.messages.push({ ...message, text: `${part.name}: ${message.text}` });
  }
  if (new Set(combined.objectIds).size < combined.objectIds.length) combined.objectIds = combined.objectIds.map((_, i) => i + 1);
  return combined;
}

/** A file's result with its tracks named as among those of several files; all else as it is. */
export function namedResult({ name, result }: NamedResult): SnapResult {
  const { inputs, lines, violations, hasTrackIds } = result;
  const nameOf = trackNames(name, hasTrackIds);
  return {
    ...result,
    inputs: namedInputs(name, inputs),
    lines: lines.map((line) => ({ ...line, trackId: nameOf(line.trackId) })),
    violations: violations.map((violation) => ({ ...violation, trackId: nameOf(violation.trackId) })),
    hasTrackIds: true,
  };
}

/** A file's points with the same names. */
export function namedInputs(name: string, inputs: readonly InputPoint[]): InputPoint[] {
  const nameOf = trackNames(
    name,
    inputs.some(({ trackId }) => trackId !== null),
  );
  return inputs.map((input) => renamed(input, nameOf(input.trackId)));
}

function trackNames(name: string, hasTrackIds: boolean): (trackId: string | null) => string | null {
  return (trackId) => (trackId !== null ? `${name}/${trackId}` : hasTrackIds ? null : name);
}

/** The point with its new track_id, also in the attribute from which a file would be written: the one that the old track_id was read from. */
function renamed(input: InputPoint, trackId: string | null): InputPoint {
  const { attributes } = input;
  const read = recogniseFields(attributes).trackId;
  const key = Object.keys(attributes).find((one) => recogniseField(one) === read?.name && attributes[one] === read?.value);
  if (read === undefined || key === undefined || trackIdOf(read.value) !== input.trackId) return { ...input, trackId };
  return { ...input, trackId, attributes: { ...attributes, [key]: trackId } };
}
