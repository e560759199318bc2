// exp, log, atan2, hypot, and sine and cosine of degrees, with the same bits on every engine.
//
// The language leaves Math.exp and its like to the engine, and engines differ in the last bits. These are built from
// + − × ÷ and floor alone, which IEEE 754 and the language define to the bit.
// Errors are given in ulp, units in the last place of the true value, as measured against 200-bit arithmetic on some hundred
// thousand arguments each: half an ulp is the least that any double can promise.
// No call allocates.

export { atan2 } from "./atan2.js";
export { cosDegrees, DEG, sinDegrees } from "./degrees.js";
export { exp, log } from "./exp-log.js";
export { hypot } from "./hypot.js";
