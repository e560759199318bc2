// The server's own failures that clients know by their code and text. Clients match some of these texts: do not reword them.
import type { ErrorEnvelope } from "../snap/envelope.js";

export const invalidUrl = (): ErrorEnvelope => ({ error: { code: 400, message: "Invalid URL", details: ["Invalid URL"] } });

export const tokenRequired = (...details: string[]): ErrorEnvelope => ({ error: { code: 499, message: "Token Required", details } });

export const invalidToken = (): ErrorEnvelope => ({ error: { code: 498, message: "Invalid token.", details: [] } });

export const forbidden = (): ErrorEnvelope => ({
  error: {
    code: 403,
    message: "You do not have permissions to access this resource or perform this operation.",
    details: [],
    messageCode: "GWM_0003",
  },
});

export const wrongPassword = (sentence = "Invalid username or password."): ErrorEnvelope => ({
  error: { code: 400, message: "Unable to generate token.", details: [sentence] },
});
