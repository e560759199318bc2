// Point object: the fields of a point that is an object of JSON, under the names and in the shapes that programs give it.
import { isObject } from "../../errors.js";
import { type FieldNames, type FieldValues, fieldName } from "./fields.js";
import { isBlank } from "./values.js";

const LON = fieldName("lon");
const LAT = fieldName("lat");

/**
 * The fields of a point object. If it has no coordinates and exactly one of its members has, they are that member's fields, before those around it: `{ time,
 * coords: { latitude, longitude } }` of a browser, `{ vehicle, position: { type: "Point", … } }` of a database, the value of a message in a queue.
 */
export function fieldsOf(names: FieldNames, item: Record<string, unknown>): FieldValues {
  const own = names.fieldsOf(item);
  if (own.time) own.time = { ...own.time, value: plainDate(own.time.value) };
  if (own.lon || own.lat) return own;
  const within = Object.values(item).flatMap((member) => (isObject(member) ? placedFields(names, member) : []));
  if (within.length !== 1) return own;
  const said = Object.entries(within[0]).filter(([, { value }]) => !isBlank(value));
  return { ...own, ...Object.fromEntries(said) };
}

/** The text or number in `{"$date": …}` and `{"$date": {"$numberLong": …}}`, as MongoDB exports a date. */
function plainDate(value: unknown): unknown {
  if (!isObject(value) || !("$date" in value)) return value;
  return isObject(value.$date) ? value.$date.$numberLong : value.$date;
}

/** The fields of a member that has a place; an empty list if it has none. */
function placedFields(names: FieldNames, member: Record<string, unknown>): FieldValues[] {
  if (member.type === "Point" && Array.isArray(member.coordinates)) {
    const [lon, lat] = member.coordinates as unknown[];
    return [{ lon: { value: lon, name: LON }, lat: { value: lat, name: LAT } }];
  }
  const fields = names.fieldsOf(member);
  // There x and y may be anything, for instance an acceleration.
  return fields.lon && fields.lat && fields.lon.name.name !== "x" ? [fields] : [];
}
