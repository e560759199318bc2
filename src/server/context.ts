// Context: what the routes share: the executor, who may use them, and the address of the server.
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { ErrorEnvelope } from "../snap/envelope.js";
import type { ForClients } from "./executor.js";
import type { ServerSettings } from "./options.js";
import type { RequestParameters } from "./parameters.js";
import type { Note } from "./record.js";

/** Hono's view of a request: the Node request and response (absent when `fetch` is called without a socket), and the note for the log. */
export interface Env {
  Bindings: Partial<HttpBindings> & { note: Note };
  /** `parameters` are set for every route that takes some. */
  Variables: { parameters: RequestParameters };
}

/** A request as handlers see it. */
export type RequestContext = Context<Env>;

/** The sender of a request. */
export interface Identity {
  /** Null if nobody signs in: on an open server, or with a fixed token. */
  username: string | null;
}

/** What the routes need. */
export interface ServerContext {
  executor: ForClients;
  options: ServerSettings;
  /** The sender of a request to the GIS server; or the error envelope, if the request is not allowed. */
  authorize(c: RequestContext): Identity | ErrorEnvelope;
  /** The server's address for clients, without a slash at its end: `http://localhost:8080`. */
  publicUrl(c: RequestContext): string;
}
