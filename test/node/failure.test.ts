// Errors on their way between threads arrive unchanged.
import { describe, expect, it } from "vitest";
import { SnapError } from "../../src/errors.js";
import { packError, unpackError } from "../../src/node/failure.js";

describe("an error between threads", () => {
  it("keeps its code, message and details", () => {
    const error = new SnapError("limit", "Too much.", { line: 3, cause: new Error("not sent"), call: () => {} });
    expect(unpackError(structuredClone(packError(error)))).toMatchObject({
      name: "SnapError",
      code: "limit",
      message: "Too much.",
      details: { line: 3 },
    });
  });

  it("is a plain error for a defect", () => {
    const error = unpackError(structuredClone(packError(new TypeError("x is not a function"))));
    expect(error).not.toBeInstanceOf(SnapError);
    expect(error.message).toBe("TypeError: x is not a function");
  });
});
