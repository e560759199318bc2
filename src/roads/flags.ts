// The bits of Flag that matching asks for, as constants: a bundle holds the constants of a module as numbers, but those of an object by name as well.
import type { Flag } from "./attributes.js";

/** So that the compiler refuses a number that is not the one of Flag. */
type Bit<Name extends keyof typeof Flag> = (typeof Flag)[Name];

export const ramp: Bit<"ramp"> = 4;
export const roundabout: Bit<"roundabout"> = 8;
export const ferry: Bit<"ferry"> = 16;
export const toll: Bit<"toll"> = 32;
export const privateRoad: Bit<"private"> = 64;
export const unpaved: Bit<"unpaved"> = 128;
export const gate: Bit<"gate"> = 256;
export const destination: Bit<"destination"> = 512;
export const minor: Bit<"minor"> = 1024;
export const pushed: Bit<"pushed"> = 2048;
export const truckRestricted: Bit<"truckRestricted"> = 8192;
