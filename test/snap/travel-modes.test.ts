// The eight travel modes, how a request names one, and the matcher options made of it.
import { describe, expect, it } from "vitest";
import { AVOIDABLE } from "../../src/match/options.js";
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES } from "../../src/snap/travel-mode-objects.js";
import { applyTravelMode } from "../../src/snap/travel-mode-options.js";
import { FOLLOWED_MODES, findTravelMode, type GivenTravelMode, readTravelMode } from "../../src/snap/travel-modes.js";

const TABLE: [name: string, id: string, type: string, uTurns: string][] = [
  ["Driving Time", "FEgifRtFndKNcJMJ", "AUTOMOBILE", "esriNFSBAtDeadEndsAndIntersections"],
  ["Driving Distance", "iKjmHuBSIqdEfOVr", "AUTOMOBILE", "esriNFSBAtDeadEndsAndIntersections"],
  ["Trucking Time", "ZzzRtYcPLjXFBKwr", "TRUCK", "esriNFSBNoBacktrack"],
  ["Trucking Distance", "UBaNfFWeKcrRVYIo", "TRUCK", "esriNFSBNoBacktrack"],
  ["Walking Time", "caFAgoThrvUpkFBW", "WALK", "esriNFSBAllowBacktrack"],
  ["Walking Distance", "yFuMFwIYblqKEefX", "WALK", "esriNFSBAllowBacktrack"],
  ["Rural Driving Time", "NmNhNDUwZmE1YTlj", "AUTOMOBILE", "esriNFSBAtDeadEndsAndIntersections"],
  ["Rural Driving Distance", "Yzk3NjI1NTU5NjVj", "AUTOMOBILE", "esriNFSBAtDeadEndsAndIntersections"],
];

describe("the eight travel modes", () => {
  it("are these, in this order", () => {
    expect(TRAVEL_MODES.map((mode) => [mode.name, mode.id, mode.type, mode.uturnAtJunctions])).toEqual(TABLE);
    expect(DEFAULT_TRAVEL_MODE.name).toBe("Driving Time");
  });

  it.each(TABLE)("have every member that clients read: %s", (name) => {
    const mode = TRAVEL_MODES.find((one) => one.name === name);
    expect(Object.keys(mode ?? {}).sort()).toEqual([
      "attributeParameterValues",
      "description",
      "distanceAttributeName",
      "id",
      "impedanceAttributeName",
      "name",
      "restrictionAttributeNames",
      "simplificationTolerance",
      "simplificationToleranceUnits",
      "timeAttributeName",
      "type",
      "useHierarchy",
      "uturnAtJunctions",
    ]);
    for (const restriction of mode?.restrictionAttributeNames ?? []) {
      expect(mode?.attributeParameterValues).toContainEqual({
        attributeName: restriction,
        parameterName: "Restriction Usage",
        value: expect.stringMatching(/^(PROHIBITED|AVOID_(HIGH|MEDIUM|LOW)|PREFER_(LOW|MEDIUM|HIGH))$/),
      });
    }
  });

  it.each([
    ["Driving Time", "TravelTime", "TravelTime"],
    ["Driving Distance", "Kilometers", "TravelTime"],
    ["Trucking Time", "TruckTravelTime", "TruckTravelTime"],
    ["Walking Distance", "Kilometers", "WalkTime"],
  ])("have their impedance and time attribute: %s, %s, %s", (name, impedance, time) => {
    expect(TRAVEL_MODES.find((mode) => mode.name === name)).toMatchObject({
      impedanceAttributeName: impedance,
      timeAttributeName: time,
      distanceAttributeName: "Kilometers",
    });
  });
});

describe("reading travel_mode", () => {
  const driving = FOLLOWED_MODES[0];
  const walking = FOLLOWED_MODES[4];
  it.each<[string, unknown, GivenTravelMode | null]>([
    ["nothing", undefined, null],
    ["null", null, null],
    ["the text null, as one client sends", "null", null],
    ["an empty text", "", null],
    ["a name", "Walking Time", walking],
    ["a name in another case", "walking TIME", walking],
    ["a name with a space behind it", "Walking Time ", walking],
    ["an id", "caFAgoThrvUpkFBW", walking],
    ["a name as JSON text", '"Walking Time"', walking],
    ["an object", driving, driving],
    ["an object as JSON text", JSON.stringify(driving), driving],
    ["an object as JSON text of JSON text", JSON.stringify(JSON.stringify(driving)), driving],
    ["an empty object", { name: null }, null],
    ["an object with only a name", { name: "Walking Time" }, walking],
    ["an object with only an id", { id: "caFAgoThrvUpkFBW" }, walking],
    ["an object whose members override those of the mode it names", { name: "Walking Time", type: "TRUCK" }, { ...walking, type: "TRUCK" }],
    ["an object with blank members, which count as left out", { id: "caFAgoThrvUpkFBW", type: null }, walking],
    ["a custom mode", { name: "Mine", type: "WALK" }, { name: "Mine", type: "WALK" }],
  ])("accepts %s", (_, value, expected) => {
    expect(readTravelMode(value)).toEqual(expected);
  });

  it.each<[unknown, RegExp]>([
    ["Flying", /^travel_mode is "Flying"; it must be a travel mode object, or one of Driving Time, .*, Rural Driving Distance\.$/],
    [7, /^travel_mode is 7; it must be a travel mode object, name or id\.$/],
    [[], /^travel_mode is a list of 0; it must be a travel mode object, name or id\.$/],
    ["{bad", /^travel_mode is not valid JSON: "\{bad"; it must be a travel mode object, name or id\.$/],
  ])("refuses %j", (value, message) => {
    expect(() => readTravelMode(value)).toThrow(message);
  });
});

describe("the matcher options of a travel mode", () => {
  const options = (mode: GivenTravelMode) => applyTravelMode(mode).options;
  const NEUTRAL = Object.fromEntries(AVOIDABLE.map((kind) => [kind, 1]));
  /** A mode with this restriction and this usage. */
  const holding = (name: string, value?: unknown): GivenTravelMode => ({
    type: "AUTOMOBILE",
    restrictionAttributeNames: [name],
    attributeParameterValues: value === undefined ? [] : [{ attributeName: name, parameterName: "Restriction Usage", value }],
  });

  it.each<[string, object]>([
    [
      "Driving Time",
      {
        mode: "driving",
        uTurns: "dead-ends-and-intersections",
        avoid: { ...NEUTRAL, private: 2, unpaved: 5, gate: 2, destination: 5 },
      },
    ],
    [
      "Rural Driving Time",
      {
        mode: "driving",
        uTurns: "dead-ends-and-intersections",
        avoid: { ...NEUTRAL, private: 2, gate: 2, destination: 5 },
      },
    ],
    [
      "Trucking Distance",
      {
        mode: "trucking",
        uTurns: "never",
        avoid: { ...NEUTRAL, private: 2, unpaved: 5, gate: 2, truckRestricted: 5 },
      },
    ],
    [
      "Walking Time",
      {
        mode: "walking",
        uTurns: "anywhere",
        avoid: { ...NEUTRAL, private: 2 },
      },
    ],
  ])("are made from its members: %s", (name, expected) => {
    expect(options(findTravelMode(name) as GivenTravelMode)).toEqual(expected);
  });

  it.each<[GivenTravelMode, string]>([
    [{ type: "AUTOMOBILE" }, "driving"],
    [{ type: "TRUCK" }, "trucking"],
    [{ type: "WALK" }, "walking"],
    [{ type: "walk" }, "walking"],
    [{ type: "OTHER" }, "driving"],
    [{}, "driving"],
    [{ type: "OTHER", restrictionAttributeNames: ["Walking"] }, "walking"],
    [{ type: "OTHER", restrictionAttributeNames: ["Driving a Truck"] }, "trucking"],
    [{ type: "OTHER", name: "Bicycle" }, "cycling"],
    [{ type: "OTHER", name: "Cycling Time" }, "cycling"],
    [{ type: "OTHER", name: "Bike" }, "cycling"],
    [{ type: "OTHER", name: "Mountain Biking" }, "cycling"],
    [{ type: "OTHER", name: "Mobike Delivery" }, "driving"],
    [{ type: "OTHER", name: "Mine", restrictionAttributeNames: ["Riding a Bicycle"] }, "cycling"],
    [{ type: "OTHER", name: "Motorcycle" }, "driving"],
    [{ type: "OTHER", restrictionAttributeNames: ["constructor"] }, "driving"],
  ])("have the mode of %j: %s", (mode, expected) => {
    expect(options(mode).mode).toBe(expected);
  });

  it.each([
    ["esriNFSBAllowBacktrack", "anywhere"],
    ["esriNFSBAtDeadEndsOnly", "dead-ends"],
    ["esriNFSBAtDeadEndsAndIntersections", "dead-ends-and-intersections"],
    ["esriNFSBNoBacktrack", "never"],
  ])("have for uturnAtJunctions %s the policy %s", (uturnAtJunctions, expected) => {
    expect(options({ type: "WALK", uturnAtJunctions }).uTurns).toBe(expected);
  });

  it.each([
    ["PROHIBITED", 10],
    ["AVOID_HIGH", 5],
    ["AVOID_MEDIUM", 2],
    ["AVOID_LOW", 1.3],
    ["PREFER_LOW", 0.8],
    ["PREFER_MEDIUM", 0.5],
    ["PREFER_HIGH", 0.2],
    ["avoid_low", 1.3],
    [-1, 10],
    ["-1", 10],
    ["-1.0", 10],
    [3, 3],
    ["3.5", 3.5],
    [1000, 100], // the most and the least that the matcher accepts
    [0.01, 0.1],
    [undefined, 2], // the restriction's own usage
    [null, 2],
    ["", 2],
  ])("have for Restriction Usage %s the cost factor %s", (value, factor) => {
    expect(options(holding("Avoid Toll Roads", value)).avoid?.toll).toBe(factor);
  });

  it("take no other parameter of a restriction for its usage", () => {
    const mode = holding("Avoid Toll Roads", "PROHIBITED");
    const fee = { attributeName: "Avoid Toll Roads", parameterName: "Highest Toll", value: 3 };
    const { options, ignored } = applyTravelMode({
      ...mode,
      attributeParameterValues: [fee, ...(mode.attributeParameterValues as object[])],
    });
    expect([options.avoid?.toll, ignored]).toEqual([10, ["Avoid Toll Roads: Highest Toll"]]);
  });

  it.each([
    ["Avoid Private Roads", "private", 2],
    ["Avoid Unpaved Roads", "unpaved", 5],
    ["Avoid Ferries", "ferry", 2],
    ["Avoid Toll Roads", "toll", 2],
    ["Avoid Toll Roads for Trucks", "toll", 2],
    ["Avoid Gates", "gate", 2],
    ["Through Traffic Prohibited", "destination", 5],
    ["Avoid Truck Restricted Roads", "truckRestricted", 5],
    ["avoid gates", "gate", 2],
  ] as const)("have for the restriction %s a factor for %s", (name, kind, factor) => {
    const avoid = options(holding(name)).avoid ?? {};
    expect(avoid[kind]).toBe(factor);
    expect(Object.values(avoid).filter((other) => other !== 1)).toEqual([factor]);
  });

  it("ignore restrictions that the mode does not list", () => {
    const usage = { attributeName: "Avoid Gates", parameterName: "Restriction Usage", value: "PROHIBITED" };
    expect(options({ type: "TRUCK", attributeParameterValues: [usage] }).avoid?.gate).toBe(1);
  });

  it.each([
    ["Vehicle Maximum Speed (km/h)", 90, 25],
    ["Vehicle Maximum Speed (km/h)", "90", 25],
    ["Vehicle Maximum Speed (mph)", 50, 22.352],
    ["Vehicle Maximum Speed (km/h)", 0, undefined],
    ["Vehicle Maximum Speed (km/h)", null, undefined],
    ["Vehicle Maximum Speed (km/h)", 1, 0.5], // the slowest and the fastest the matcher knows
    ["Vehicle Maximum Speed (km/h)", 9999, 150],
  ])("have for %s = %s a maximum speed of %s m/s", (parameterName, value, expected) => {
    const mode = { type: "TRUCK", attributeParameterValues: [{ attributeName: "TruckTravelTime", parameterName, value }] };
    const { options, ignored } = applyTravelMode(mode);
    const { maxSpeed } = options;
    expect(ignored).toEqual([]);
    if (expected === undefined) expect(maxSpeed).toBeUndefined();
    else expect(maxSpeed).toBeCloseTo(expected, 9);
  });

  it("come with a list of settings that have no effect", () => {
    expect(applyTravelMode(TRAVEL_MODES[4]).ignored).toEqual([
      "impedanceAttributeName",
      "timeAttributeName",
      "distanceAttributeName",
      "useHierarchy",
      "simplificationTolerance",
      "simplificationToleranceUnits",
      "restriction Avoid Roads Unsuitable for Pedestrians",
      "restriction Preferred for Pedestrians",
      "WalkTime: Walking Speed (km/h)",
    ]);
    // A mode called by its name alone was not sent with the settings for a route search, which would have no effect.
    expect(applyTravelMode(findTravelMode("Walking Time") as GivenTravelMode).ignored).toEqual([
      "restriction Avoid Roads Unsuitable for Pedestrians",
      "restriction Preferred for Pedestrians",
    ]);
    expect(applyTravelMode({ type: "TRUCK" }).ignored).toEqual([]);
  });

  it.each<[string, string[], string[]]>([
    ["AUTOMOBILE", ["Driving a Bus"], []],
    ["AUTOMOBILE", ["Driving a Taxi", "Walking", "Driving a Truck"], ["restriction Walking", "restriction Driving a Truck"]],
    ["TRUCK", ["driving a truck"], []],
    ["OTHER", ["Walking", "Driving a Truck"], ["restriction Driving a Truck"]],
  ])("list travellers they cannot represent as without effect: %s, %j", (type, restrictionAttributeNames, ignored) => {
    expect(applyTravelMode({ type, restrictionAttributeNames }).ignored).toEqual(ignored);
  });

  it("list the usage of a restriction that the mode does not list as without effect, if it is set", () => {
    const usages = [
      ["avoid GATES", "AVOID_LOW"],
      ["Avoid Ferries", "PROHIBITED"],
      ["Avoid Toll Roads", null],
    ].map(([attributeName, value]) => ({ attributeName, parameterName: "Restriction Usage", value }));
    const mode = { type: "TRUCK", restrictionAttributeNames: ["Avoid Gates"], attributeParameterValues: usages };
    expect(applyTravelMode(mode).ignored).toEqual(["Avoid Ferries: Restriction Usage"]);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ type: "WALK", foo: 1 }, ["foo"]],
    [{ Type: "WALK" }, ["Type"]],
    [{ supportedTravelModes: [] }, ["supportedTravelModes"]],
    [{ name: "Walking Tme" }, ["name Walking Tme (matched as driving)"]],
    [{ name: "Cycling" }, []],
    [{ name: "Delivery", restrictionAttributeNames: ["Driving a Truck"] }, []],
    [{ attributeParameterValues: [{ attributeName: "Axle Count", parameterName: "Most", value: 3 }] }, ["Axle Count: Most"]],
    [{ attributeParameterValues: [{ attributeName: "Axle Count", parameterName: "Most", value: "" }, {}] }, []],
  ])("list for %j what has no effect", (mode, ignored) => {
    expect(applyTravelMode(mode as GivenTravelMode).ignored).toEqual(ignored);
  });

  it.each<[GivenTravelMode, string]>([
    [{ type: "PLANE" }, 'travel_mode: type is "PLANE"; it must be AUTOMOBILE, TRUCK, WALK or OTHER.'],
    [
      { uturnAtJunctions: "sometimes" },
      'travel_mode: uturnAtJunctions is "sometimes"; it must be esriNFSBAllowBacktrack, esriNFSBAtDeadEndsOnly, ' +
        "esriNFSBAtDeadEndsAndIntersections, esriNFSBNoBacktrack.",
    ],
    [{ restrictionAttributeNames: "Walking" }, 'travel_mode: restrictionAttributeNames is "Walking"; it must be a list of names.'],
    [
      { attributeParameterValues: 7 },
      "travel_mode: attributeParameterValues is 7; it must be a list of {attributeName, parameterName, value}.",
    ],
    [
      holding("Avoid Gates", "SOMEWHAT"),
      'travel_mode: Restriction Usage of "Avoid Gates" is "SOMEWHAT"; it must be PROHIBITED, AVOID_HIGH, AVOID_MEDIUM, AVOID_LOW, ' +
        "PREFER_LOW, PREFER_MEDIUM, PREFER_HIGH, -1 or a number above 0.",
    ],
    [
      { attributeParameterValues: [{ attributeName: "TravelTime", parameterName: "Vehicle Maximum Speed (km/h)", value: -5 }] },
      "travel_mode: Vehicle Maximum Speed (km/h) is -5; it must be 0 (unlimited) or more.",
    ],
  ])("are refused for %j", (mode, message) => {
    expect(() => applyTravelMode(mode)).toThrow(message);
  });
});
