// Record: what the log has about a request. Only types, and none of Node's, because programs use them whose compiler does not know Node.

/** What the handlers of a request note about it for the log. */
export interface Note {
  /** Code of the error envelope. */
  code?: number | undefined;
  /** Points snapped. */
  points?: number | undefined;
  /** The member who asked. */
  user?: string | undefined;
  /** What went wrong in the service itself. */
  failure?: string | undefined;
}

/** One request in the log. */
export interface RequestRecord extends Note {
  /** When it came, ISO 8601. */
  time: string;
  /** "" if it was no HTTP request, its address was too long, or connections were refused. */
  method: string;
  /** Without the query. */
  path: string;
  /** The client's address; behind a trusted proxy, the one that the proxy saw. */
  client?: string | undefined;
  /** The proxy's id of the request, as in its own log: X-Request-Id, X-Amzn-Trace-Id or traceparent. */
  id?: string | undefined;
  /** HTTP status; 200 also for error envelopes, 0 if connections were refused. */
  status: number;
  /** Milliseconds until the last byte was handed to the system. */
  ms: number;
  /** Bytes sent, headers included. */
  bytes: number;
  /** Set if the client left before it had its answer. */
  aborted?: true;
}
