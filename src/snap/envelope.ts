// The error envelopes of the REST API: every failure is HTTP 200 with {"error":{"code":…,"message":…,"details":[…]}}.

/** What a failed request answers. As text it is always compact: some clients look only at its first characters. */
export interface ErrorEnvelope {
  /** What went wrong. */
  error: {
    /** As HTTP has them: 400 for a request that is at fault, 500 for the service's own failure. */
    code: number;
    /** What could not be done; why is in `details`. */
    message: string;
    /** Sentences; item objects where the portal's rules ask for them. */
    details: readonly unknown[];
    /** The portal's own code, where the case has one. */
    messageCode?: string | undefined;
  };
}

/** The envelope for a request that is at fault (400), or that the service failed to answer (500). */
export function unableToComplete(code: 400 | 500, ...details: readonly string[]): ErrorEnvelope {
  return { error: { code, message: "Unable to complete operation.", details } };
}

/** Whether an answer of `execute` is a failure and no {@link ExecuteResponse}. */
export function isErrorEnvelope(answer: object): answer is ErrorEnvelope {
  return "error" in answer;
}
