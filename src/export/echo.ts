// The input's own fields beside the answers: under which names they are given back, and which of them have to be added.
import { type Field, recogniseField } from "../import/fields.js";
import type { InputPoint } from "../match/track.js";
import { isoTime } from "./numbers.js";

/** A column of the input: its name in the output and the value of each point. */
export interface EchoColumn {
  name: string;
  of: (point: InputPoint) => unknown;
}

/** What every reader understands under these names, should the attributes not say it. */
const OWN: { field: Field; name: string; of: (point: InputPoint) => unknown }[] = [
  { field: "objectId", name: "objectid", of: ({ objectId }) => objectId },
  { field: "trackId", name: "track_id", of: ({ trackId }) => trackId },
  { field: "lon", name: "lon", of: ({ lon }) => lon },
  { field: "lat", name: "lat", of: ({ lat }) => lat },
  { field: "time", name: "time", of: ({ time }) => isoTime(time) },
  { field: "accuracy", name: "accuracy", of: ({ accuracy }) => accuracy },
  { field: "speed", name: "speed", of: ({ speed }) => speed },
  { field: "course", name: "course", of: ({ course }) => course },
];

/**
 * The input's fields, in the order in which they first appear. What was read from elsewhere than the attributes (a geometry, the name of a GPX
 * track) comes first, under its common name. A field whose name the output needs for itself is called `input_…`.
 */
export function echoColumns(inputs: InputPoint[], reserved: readonly string[]): EchoColumn[] {
  const keys = new Set<string>();
  let last: unknown;
  for (const { attributes } of inputs) {
    if (attributes === last) continue; // the points of a GeoJSON line share theirs
    last = attributes;
    for (const key of Object.keys(attributes)) keys.add(key);
  }
  const said = new Set([...keys].map((key) => recogniseField(key)?.field));
  const added = OWN.filter(({ field, of }) => !said.has(field) && inputs.some((point) => (of(point) ?? null) !== null));

  const used = new Set(reserved);
  const columns: EchoColumn[] = [];
  const add = (wanted: string, of: EchoColumn["of"]): void => {
    let name = wanted;
    while (used.has(name)) name = `input_${name}`;
    used.add(name);
    columns.push({ name, of });
  };
  for (const { name, of } of added) add(name, of);
  for (const key of keys) add(key, ({ attributes }) => (Object.hasOwn(attributes, key) ? attributes[key] : undefined));
  return columns;
}
