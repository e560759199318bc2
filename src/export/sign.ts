// A posted limit in words, as its sign reads.
import { type SpeedCode, speedKph, speedMph } from "../roads/attributes.js";

/** `50 km/h`, `30 mph`; "" when unknown. The unit is the sign's own. */
export function limitText(code: SpeedCode): string {
  const kph = speedKph(code);
  if (kph === null) return "";
  const inMiles = code & 0x8000;
  return inMiles ? `${speedMph(code)} mph` : `${kph} km/h`;
}
