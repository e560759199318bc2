// What is said of a request in the log. Types alone, and none of Node's: a program sees them whose compiler does not know Node.

/** What the handlers of a request know about it that the log should say. */
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

/** One request, as the log has it. */
export interface RequestRecord extends Note {
  /** When it came, ISO 8601. */
  time: string;
  /** "" where what came is no request of HTTP, or its address too long, or connections were refused. */
  method: string;
  /** Without the query. */
  path: string;
  /** The address it came from; behind a trusted proxy, the one that the proxy saw. */
  client?: string | undefined;
  /** What a proxy calls the request in its own log: X-Request-Id, X-Amzn-Trace-Id or traceparent. */
  id?: string | undefined;
  /** HTTP status; 200 for error envelopes too, 0 where connections were refused. */
  status: number;
  /** Milliseconds until the last byte was handed to the system. */
  ms: number;
  /** Bytes sent, headers included. */
  bytes: number;
  /** The client went away before it had its answer. */
  aborted?: true;
}
