// The error envelopes of the REST API: every failure is HTTP 200 with {"error":{"code":…,"message":…,"details":[…]}}.

/** What a failed request answers. As text it is always compact: some clients look only at its first characters. */
export interface ErrorEnvelope {
  error: {
    code: number;
    message: string;
    /** Sentences; item objects where the portal's rules ask for them. */
    details: readonly unknown[];
    /** The portal's own code, where the case has one. */
    messageCode?: string;
  };
}

/** The failures that clients know by their code and text. Clients match some of these texts: do not reword them. */
const CASES = {
  unableToComplete: { code: 400, message: "Unable to complete operation." },
  internal: { code: 500, message: "Unable to complete operation." },
  invalidUrl: { code: 400, message: "Invalid URL", details: ["Invalid URL"] },
  tokenRequired: { code: 499, message: "Token Required" },
  invalidToken: { code: 498, message: "Invalid token." },
  forbidden: {
    code: 403,
    message: "You do not have permissions to access this resource or perform this operation.",
    messageCode: "GWM_0003",
  },
  wrongPassword: { code: 400, message: "Unable to generate token.", details: ["Invalid username or password."] },
} as const;

/** A failure by name. */
export type ErrorCase = keyof typeof CASES;

/** The envelope of a failure: `details` replaces the case's own, which are none for most. */
export function errorEnvelope(name: ErrorCase, details?: readonly unknown[]): ErrorEnvelope {
  const known: { code: number; message: string; details?: readonly unknown[]; messageCode?: string } = CASES[name];
  const error: ErrorEnvelope["error"] = { code: known.code, message: known.message, details: [...(details ?? known.details ?? [])] };
  if (known.messageCode !== undefined) error.messageCode = known.messageCode;
  return { error };
}

/** Whether an answer is a failure. */
export function isErrorEnvelope(answer: object): answer is ErrorEnvelope {
  return "error" in answer;
}
