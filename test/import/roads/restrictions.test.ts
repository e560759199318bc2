// Turn restrictions: the modes that a relation binds, its turn, and which relations are left out.
import { describe, expect, it } from "vitest";
import { type Member, readRestriction } from "../../../src/import/roads/restrictions.js";
import { letters, tags } from "../../helpers/osm-tags.js";

/** Members from `from w1, via n2, to w3`. */
function members(text: string): Member[] {
  return text.split(",").map((part) => {
    const [role, ref] = part.trim().split(" ");
    const type = ({ w: "way", n: "node", r: "relation" } as const)[ref[0] as "w" | "n" | "r"];
    return { type, ref: Number(ref.slice(1)), role };
  });
}
const TURN = "from w1, via n2, to w3";
const read = (text: string, turn = TURN) => readRestriction(9, tags(`type=restriction, ${text}`), members(turn));

describe("the modes that a turn restriction binds", () => {
  it.each([
    ["restriction=no_left_turn", "dtc", false],
    ["restriction=only_straight_on", "dtc", true],
    ["restriction=no_u_turn, except=psv", "dtc", false],
    ["restriction=no_left_turn, except=bicycle", "dt", false],
    ["restriction=no_left_turn, except=psv;bicycle; hgv", "d", false],
    ["restriction=no_left_turn, except=motorcar", "tc", false],
    ["restriction=no_left_turn, except=motor_vehicle", "c", false],
    ["restriction:hgv=no_right_turn", "t", false],
    ["restriction:hgv=only_right_turn", "t", true],
    ["restriction:motorcar=no_right_turn", "d", false],
    ["restriction:bicycle=no_right_turn", "c", false],
    ["restriction:foot=no_right_turn", "w", false],
    ["type=restriction:hgv, restriction=no_right_turn", "t", false],
    ["type=restriction:hgv, restriction:hgv=no_right_turn", "t", false],
    ["type=restriction:hgv, restriction=no_right_turn, except=bicycle", "t", false],
    ["restriction=no_left_turn;no_u_turn", "dtc", false],
    ["restriction=no_left_turn; no_straight_on", "dtc", false],
  ])("%s binds %s; only_*: %s", (text, modes, only) => {
    const found = read(text);
    if (found === null || "drop" in found) expect.fail(JSON.stringify(found));
    else expect(found.map((r) => [letters(r.modes), r.only])).toEqual([[modes, only]]);
  });

  it("follow from a rule for each mode if a relation has several", () => {
    expect(read("restriction=no_left_turn, restriction:hgv=only_straight_on")).toMatchObject([
      { id: 9, only: false, modes: 11 },
      { id: 9, only: true, modes: 2 },
    ]);
  });
});

describe("the turn of a restriction", () => {
  it.each([
    ["no_left_turn", TURN, { from: [1], to: [3], via: { node: 2 } }],
    ["no_u_turn", "from w1, via n2, to w1", { from: [1], to: [1], via: { node: 2 } }],
    ["no_u_turn", "from w1, via w5, via w6, to w3", { from: [1], to: [3], via: { ways: [5, 6] } }],
    ["no_entry", "from w1, from w4, via n2, to w3", { from: [1, 4], to: [3], via: { node: 2 } }],
    ["no_exit", "from w1, via n2, to w3, to w4", { from: [1], to: [3, 4], via: { node: 2 } }],
    ["no_left_turn", "location_hint n8, from w1, via n2, to w3", { from: [1], to: [3], via: { node: 2 } }],
    ["no_left_turn", "outline w8, from w1, via n2, to w3", { from: [1], to: [3], via: { node: 2 } }],
  ])("%s is %s", (kind, turn, expected) => expect(read(`restriction=${kind}`, turn)).toMatchObject([expected]));

  it("is no U-turn if the way continues there", () => {
    expect(read("restriction=no_u_turn", "from w1, via n2, to w1")).not.toMatchObject([{ onward: true }]);
    expect(read("restriction=no_left_turn", "from w1, via n2, to w1")).toMatchObject([{ onward: true }]);
  });

  it.each([
    ["no_left_turn", "via n2, to w3"],
    ["no_left_turn", "from w1, via n2"],
    ["no_left_turn", "from w1, to w3"],
    ["no_left_turn", "from w1, via n2, via n5, to w3"],
    ["no_left_turn", "from w1, via n2, via w5, to w3"],
    ["no_left_turn", "from w1, from w4, via n2, to w3"],
    ["only_left_turn", "from w1, via n2, to w3, to w4"],
    ["no_entry", "from w1, via n2, to w3, to w4"],
    ["no_left_turn", "from n1, via n2, to w3"],
    ["no_left_turn", "from w1, via r2, to w3"],
  ])("%s cannot be found from %s", (kind, turn) => {
    expect(read(`restriction=${kind}`, turn)).toEqual({ drop: "turn restriction with unusable members" });
  });
});

describe("a relation is left out", () => {
  it.each([
    ["restriction:conditional=no_left_turn @ (Mo-Fr 07:00-09:00)", "turn restriction at some times only"],
    ["restriction:hgv:conditional=no_left_turn @ (weight>7.5)", "turn restriction at some times only"],
    ["restriction=no_left_turn, day_on=Monday", "turn restriction at some times only"],
    ["restriction=no_left_turn, day_off=Friday", "turn restriction at some times only"],
    ["restriction=no_left_turn, hour_on=07:00", "turn restriction at some times only"],
    ["restriction=no_left_turn, hour_off=09:00", "turn restriction at some times only"],
    ["restriction=no_left_turn @ (Mo-Fr 07:00-09:00)", "turn restriction at some times only"],
    ["restriction=no_left_turn, restriction:conditional=none @ (22:00-06:00)", "turn restriction at some times only"],
    ["restriction=give_way", "turn restriction of unknown kind"],
    ["restriction=no_right_turn_on_red", "turn restriction of unknown kind"],
    ["restriction=no_pedestrians", "turn restriction of unknown kind"],
    ["restriction=only_straight_on;only_right_turn", "turn restriction of unknown kind"],
    ["restriction:bus=no_left_turn", "turn restriction for other vehicles or none"],
    ["type=restriction:bus, restriction=no_left_turn", "turn restriction for other vehicles or none"],
    ["restriction=no_left_turn, except=vehicle", "turn restriction for other vehicles or none"],
    ["restriction:bicycle=none", "turn restriction for other vehicles or none"],
    ["name=nothing said", "turn restriction for other vehicles or none"],
  ])("%s: %s", (text, drop) => expect(read(text)).toEqual({ drop }));

  it.each(["restriction:note=no_left_turn into the yard", "restriction:source=survey", "restriction:bus=give_way"])(
    "but %s next to a plain restriction is ignored",
    (text) => {
      expect(read(`restriction=no_u_turn, ${text}`)).toEqual(read("restriction=no_u_turn"));
    },
  );

  it.each(["none", "no", "give_way"])("but restriction:bicycle=%s makes an exception for bicycles", (value) => {
    expect(read(`restriction=no_u_turn, restriction:bicycle=${value}`)).toEqual(read("restriction=no_u_turn, except=bicycle"));
  });

  it("but a conditional part next to a plain one is ignored", () => {
    expect(read("restriction=no_u_turn, restriction:conditional=no_left_turn @ (07:00-09:00)")).toMatchObject([{ only: false }]);
  });

  it.each(["type=multipolygon", "type=route, route=ferry", "restriction=no_left_turn"])(
    "without a warning for %s, which is no turn restriction",
    (text) => {
      expect(readRestriction(9, tags(text), members(TURN))).toBeNull();
    },
  );
});
