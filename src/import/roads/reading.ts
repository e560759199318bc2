// Reading: the options of every reader of road files, and their checks.
import { badOption, SnapError, shown } from "../../errors.js";
import type { Area } from "../../roads/area.js";
import { Access, MODES, type Mode } from "../../roads/attributes.js";
import type { StopSignal } from "../stop-signal.js";
import { checkVehicle, type Vehicle } from "../tags/vehicles.js";

/** Options of the readers of OSM files. */
export interface ReadOsmOptions {
  /** Keep only roads for these modes (including those made for them and closed by tags). Default: all four. */
  modes?: readonly Mode[] | undefined;
  /**
   * Called now and then with the work done and the total, in the same unit. Reading waits for a promise that it returns, so that a page can draw and a signal
   * can arrive.
   */
  onProgress?: ((done: number, total: number) => void | Promise<void>) | undefined;
  /** Stops the reading with SnapError "aborted". */
  signal?: StopSignal | undefined;
  /** Most bytes to read, unpacked. Default 16 GiB for XML, any number for PBF, of which a few blocks are held at a time. */
  maxBytes?: number | undefined;
  /**
   * Keep only roads that come near this area. Of a PBF, other roads are skipped before anything of them is kept; of XML they are not. What is kept reaches some
   * kilometres farther, so cut the finished network with `extractRoads`.
   */
  near?: Area | undefined;
  /** Whose tags open and close the roads for driving: what is open to buses or taxis only is closed to cars. Default "car". */
  vehicle?: Vehicle | undefined;
  /** Bytes of memory that the roads may take until they are built; more are refused as soon as that shows. Default: any number. */
  maxMemory?: number | undefined;
}

/** @throws SnapError "bad-option" for modes or a vehicle that are none, and for a limit that is no number above 0. */
export function checkReading({ modes, vehicle, ...limits }: Pick<ReadOsmOptions, "modes" | "vehicle" | "maxBytes" | "maxMemory">): void {
  checkVehicle(vehicle);
  const allowed = MODES.join(", ");
  if (modes !== undefined && (!Array.isArray(modes) || modes.length === 0)) {
    const sentence = `The option modes is ${shown(modes)}; it must be a list of one or more of ${allowed}.`;
    throw new SnapError("bad-option", sentence, { name: "modes", value: modes });
  }
  for (const mode of modes ?? []) {
    if (Object.hasOwn(Access, mode)) continue;
    throw new SnapError("bad-option", `The mode ${shown(mode)} in modes is not known; allowed are ${allowed}.`, { mode });
  }
  for (const name of ["maxBytes", "maxMemory"] as const) {
    const value = limits[name];
    if (value === undefined || (typeof value === "number" && value > 0)) continue;
    throw badOption(name, value, "a number of bytes above 0");
  }
}

/** @throws SnapError "aborted" when the caller's signal says so. */
export function checkSignal(signal: StopSignal | undefined): void {
  if (signal?.aborted) throw new SnapError("aborted", "Reading the roads was stopped by its caller.");
}

/** The error for what does not fit in memory. `what`: what takes it, `reason`: by how much it is too large, `remedy`: what to do instead. */
export function tooLarge(what: string, maxMemory: number, reason: string, remedy: string): SnapError {
  const size = maxMemory < 1e9 ? `${(maxMemory / 1e6).toFixed(1)} MB` : `${(maxMemory / 1e9).toFixed(1)} GB`;
  const sentence = `${what} take more memory than the ${size} that are allowed: ${reason}; use ${remedy}.`;
  return new SnapError("limit", sentence, { maxMemory });
}
