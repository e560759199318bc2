// Sign: a posted limit as text.
import { type SpeedCode, speedKph, speedMph } from "../roads/attributes.js";

/** `50 km/h`, `30 mph`; "" if unknown. The unit is that of the sign. */
export function limitText(code: SpeedCode): string {
  const kph = speedKph(code);
  if (kph === null) return "";
  const inMiles = code & 0x8000;
  return inMiles ? `${speedMph(code)} mph` : `${kph} km/h`;
}
