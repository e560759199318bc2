// What the routes of the server share: who computes, who may ask, and the address they are reached at.
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
  /** `parameters` are there wherever a route takes some. */
  Variables: { parameters: RequestParameters };
}

/** A request as handlers see it. */
export type RequestContext = Context<Env>;

/** Who asks. */
export interface Identity {
  /** null where nobody signs in: an open server, or a fixed token. */
  username: string | null;
}

/** What the routes work with. */
export interface ServerContext {
  executor: ForClients;
  options: ServerSettings;
  /** Who asks the GIS server; the error envelope when that is nobody who may. */
  authorize(c: RequestContext): Identity | ErrorEnvelope;
  /** The address clients reach the server at, without a slash at its end: `http://localhost:8080`. */
  publicUrl(c: RequestContext): string;
}
