// The error envelopes, case by case.
import { describe, expect, it } from "vitest";
import { forbidden, invalidToken, invalidUrl, tokenRequired, wrongPassword } from "../../src/server/failures.js";
import { type ErrorEnvelope, isErrorEnvelope, unableToComplete } from "../../src/snap/envelope.js";
import { stringifyResponse } from "../../src/snap/response.js";

describe("the envelope of a failure", () => {
  it.each<[string, ErrorEnvelope, object]>([
    ["a bad request", unableToComplete(400), { code: 400, message: "Unable to complete operation.", details: [] }],
    ["a failure of the service", unableToComplete(500), { code: 500, message: "Unable to complete operation.", details: [] }],
    ["no such address", invalidUrl(), { code: 400, message: "Invalid URL", details: ["Invalid URL"] }],
    ["no token", tokenRequired(), { code: 499, message: "Token Required", details: [] }],
    [
      "no token, with a reason",
      tokenRequired("It is lent to none."),
      { code: 499, message: "Token Required", details: ["It is lent to none."] },
    ],
    ["an invalid token", invalidToken(), { code: 498, message: "Invalid token.", details: [] }],
    [
      "no permission",
      forbidden(),
      {
        code: 403,
        message: "You do not have permissions to access this resource or perform this operation.",
        details: [],
        messageCode: "GWM_0003",
      },
    ],
    ["no sign-in", wrongPassword(), { code: 400, message: "Unable to generate token.", details: ["Invalid username or password."] }],
  ])("for %s", (_, envelope, error) => {
    expect(envelope).toEqual({ error });
  });

  it("is not affected by later changes of its details", () => {
    const details = ["one"];
    const envelope = unableToComplete(400, ...details);
    details.push("two");
    expect(envelope.error.details).toEqual(["one"]);
  });

  it.each(["json", "pjson"] as const)("is compact text in %s, and begins as clients expect", (f) => {
    const envelope = unableToComplete(400, "return_lines is 7; it must be true or false.");
    expect(isErrorEnvelope(envelope)).toBe(true);
    expect(stringifyResponse(envelope, f)).toBe(
      '{"error":{"code":400,"message":"Unable to complete operation.","details":["return_lines is 7; it must be true or false."]}}',
    );
  });
});
