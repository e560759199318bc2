// The error envelopes, case by case.
import { describe, expect, it } from "vitest";
import { type ErrorCase, errorEnvelope, isErrorEnvelope } from "../../src/snap/envelope.js";
import { stringifyResponse } from "../../src/snap/response.js";

describe("errorEnvelope", () => {
  it.each<[ErrorCase, object]>([
    ["unableToComplete", { code: 400, message: "Unable to complete operation.", details: [] }],
    ["internal", { code: 500, message: "Unable to complete operation.", details: [] }],
    ["invalidUrl", { code: 400, message: "Invalid URL", details: ["Invalid URL"] }],
    ["tokenRequired", { code: 499, message: "Token Required", details: [] }],
    ["invalidToken", { code: 498, message: "Invalid token.", details: [] }],
    [
      "forbidden",
      {
        code: 403,
        message: "You do not have permissions to access this resource or perform this operation.",
        details: [],
        messageCode: "GWM_0003",
      },
    ],
    ["wrongPassword", { code: 400, message: "Unable to generate token.", details: ["Invalid username or password."] }],
  ])("%s", (name, error) => {
    expect(errorEnvelope(name)).toEqual({ error });
  });

  it("keeps no hold on the details it is given", () => {
    const details = ["one"];
    const envelope = errorEnvelope("unableToComplete", details);
    details.push("two");
    expect(envelope.error.details).toEqual(["one"]);
  });

  it.each(["json", "pjson"] as const)("is compact text in %s, and begins as clients look for", (f) => {
    const envelope = errorEnvelope("unableToComplete", ["return_lines is 7; it must be true or false."]);
    expect(isErrorEnvelope(envelope)).toBe(true);
    expect(stringifyResponse(envelope, f)).toBe(
      '{"error":{"code":400,"message":"Unable to complete operation.","details":["return_lines is 7; it must be true or false."]}}',
    );
  });
});
