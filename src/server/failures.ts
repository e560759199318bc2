// Failures: the server's own errors that clients know by their code and text (do not reword them: clients compare some). Those that the portal's rules use as
// well are in portal/refusal.ts.
import * as refusal from "../portal/refusal.js";
import type { ErrorEnvelope } from "../snap/envelope.js";

export const invalidUrl = (): ErrorEnvelope => ({ error: { code: 400, message: "Invalid URL", details: ["Invalid URL"] } });

export const tokenRequired = (...details: string[]): ErrorEnvelope => ({ error: { ...refusal.tokenRequired().error, details } });

export const invalidToken = (): ErrorEnvelope => ({ error: refusal.invalidToken().error });

export const forbidden = (): ErrorEnvelope => ({ error: refusal.forbidden().error });

export const wrongPassword = (sentence = "Invalid username or password."): ErrorEnvelope => ({
  error: { code: 400, message: "Unable to generate token.", details: [sentence] },
});
