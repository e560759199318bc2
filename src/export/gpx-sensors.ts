// GPX sensors: the values of sensors at a point, in the form that devices and services exchange in GPX.
import { parseNumber } from "../import/tracks/values.js";
import { DECIMALS, decimalText } from "./numbers.js";

/** Namespaces of Garmin's extensions, by their usual prefixes. */
export const SENSOR_NAMESPACES = {
  gpxtpx: "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
  gpxpx: "http://www.garmin.com/xmlschemas/PowerExtension/v1",
} as const;

/** Elements of the TrackPointExtension, in its order: °C of the air and of the water, depth in metres, heart beats and turns a minute. */
const TRACK_POINT = ["atemp", "wtemp", "depth", "hr", "cad"] as const;

/** The extension elements of a point with the values of sensors, and the prefixes that they need. */
export interface SensorExtensions {
  elements: Record<string, string | Record<string, string>>;
  prefixes: (keyof typeof SENSOR_NAMESPACES)[];
}

/**
 * The sensor values in a point's attributes, under any prefix: heart rate, cadence, temperatures and depth as Garmin's TrackPointExtension; watts as the
 * `power` that services read, or as Garmin's PowerExtension if they came as that.
 */
export function sensorExtensions(attributes: Readonly<Record<string, unknown>>): SensorExtensions {
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(attributes)) {
    const name = key.slice(key.indexOf(":") + 1);
    const number = parseNumber(value);
    if (Number.isFinite(number) && !values.has(name)) values.set(name, decimalText(number, DECIMALS.metres));
  }
  const elements: SensorExtensions["elements"] = {};
  const prefixes: SensorExtensions["prefixes"] = [];
  const [power, watts] = [values.get("power"), values.get("PowerInWatts")];
  if (power !== undefined) elements.power = power;
  if (watts !== undefined) {
    elements["gpxpx:PowerExtension"] = { "gpxpx:PowerInWatts": watts };
    prefixes.push("gpxpx");
  }
  const measured = TRACK_POINT.flatMap((name) => (values.has(name) ? [[`gpxtpx:${name}`, values.get(name) as string]] : []));
  if (measured.length > 0) {
    elements["gpxtpx:TrackPointExtension"] = Object.fromEntries(measured);
    prefixes.push("gpxtpx");
  }
  return { elements, prefixes };
}
