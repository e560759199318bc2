// What goes between threads comes out as it went in.
import { describe, expect, it } from "vitest";
import { SnapError } from "../../src/errors.js";
import { packError, unpackError } from "../../src/node/pool-messages.js";

describe("an error", () => {
  it("keeps its code, sentence and details", () => {
    const error = new SnapError("limit", "Too much.", { line: 3, cause: new Error("not sent"), call: () => {} });
    expect(unpackError(structuredClone(packError(error)))).toMatchObject({
      name: "SnapError",
      code: "limit",
      message: "Too much.",
      details: { line: 3 },
    });
  });

  it("is a plain one for a defect", () => {
    const error = unpackError(structuredClone(packError(new TypeError("x is not a function"))));
    expect(error).not.toBeInstanceOf(SnapError);
    expect(error.message).toBe("TypeError: x is not a function");
  });
});
