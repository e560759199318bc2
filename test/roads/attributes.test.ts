// Attributes: the bits of a road stand for one thing each, and the groups of modes have all of theirs.
import { expect, it } from "vitest";
import { ACCESS_ALL, Access, Flag, FOOT_AND_CYCLE, MODES, MOTOR_VEHICLES, openTo, VEHICLES } from "../../src/roads/attributes.js";
import { HAS_TURNS } from "../../src/roads/graph.js";

const sum = (bits: readonly number[]) => bits.reduce((all, bit) => all | bit, 0);
const isOneBit = (value: number) => value > 0 && (value & (value - 1)) === 0;
const accessOf = (isOne: (mode: string) => boolean) => sum(MODES.filter(isOne).map((mode) => Access[mode]));

it("of modes, all have a bit of their own in a byte, beside the graph's own", () => {
  const bits = [...MODES.map((mode) => Access[mode]), HAS_TURNS];
  expect(bits.filter((bit) => !isOneBit(bit) || bit > 0xff)).toEqual([]);
  expect(new Set(bits).size).toBe(bits.length);
});

it("of modes, all are in the group of all, all but walkers are vehicles, and all but walkers and cyclists have motors", () => {
  expect(ACCESS_ALL).toBe(accessOf(() => true));
  expect(VEHICLES).toBe(accessOf((mode) => mode !== "walking"));
  expect(MOTOR_VEHICLES).toBe(accessOf((mode) => mode !== "walking" && mode !== "cycling"));
  expect(FOOT_AND_CYCLE).toBe(ACCESS_ALL & ~MOTOR_VEHICLES);
});

it("of flags, all have a bit of their own in 16, as have the modes to which a flag does not apply", () => {
  const open = MODES.map((mode) => openTo(Access[mode])).filter((bit) => bit > 0);
  const bits = [...Object.values(Flag), ...open];
  expect(open).toHaveLength(2);
  expect(bits.filter((bit) => !isOneBit(bit) || bit > 0xffff)).toEqual([]);
  expect(new Set(bits).size).toBe(bits.length);
});
