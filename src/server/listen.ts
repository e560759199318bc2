// Listen: the side of the sockets: listening, time limits for slow clients, requests in progress, and an orderly end.
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { SnapError, shown } from "../errors.js";
import { unableToComplete } from "../snap/envelope.js";
import { plainAddress } from "./address.js";
import { limitConnections, mostConnections } from "./connections.js";
import type { Env } from "./context.js";
import { invalidUrl } from "./failures.js";
import { type LogOptions, logRequest } from "./log.js";
import type { Note } from "./record.js";

/** Where to listen, the log, and the time limits. */
export interface ListenOptions extends LogOptions {
  host: string;
  port: number;
  /** Bodies that state a larger size are not asked for. */
  maxBodyBytes: number;
  /** Seconds a client may take to send the headers of a request. Default 20. */
  headerSeconds?: number;
  /** Seconds a client may take to send the whole of a request. Default 300. */
  requestSeconds?: number;
  /** Seconds a client may leave its answer unread, or the rest of its request unsent once the server is closing. Default 30. */
  idleSeconds?: number;
  /** Seconds a connection is kept between one request and the next. Default 75. */
  keepSeconds?: number;
  /** Most connections at a time. Default: 10 000, but no more than the system allows this process in addition to its own files. */
  maxConnections?: number;
}

/**
 * Seconds that a connection is kept for the next request of a client, or of a proxy. The server must keep it for longer than the other side does: if a proxy
 * sends a request on a connection that is just being closed, it can only tell its client that there was no answer. Most proxies keep theirs for 60 s or less,
 * one for 600.
 */
export const KEEP_SECONDS = { client: 75, proxy: 620 };

/** A server that listens. */
export interface Listener {
  port: number;
  /**
   * Stops accepting, lets the requests in progress finish, then closes. For `lingerSeconds`, kept connections may still bring one request, and are told that it
   * is the last: a request that comes just as its connection is closed would be lost. Default 0.
   */
  close(lingerSeconds?: number): Promise<void>;
}

/** Most bytes of a request line and its headers: room for a long query. */
const MAX_HEADER = 64 * 1024;

/** Most requests that a client may send on one connection before it has an answer. Clients normally send one; without a limit they could fill the memory. */
const MOST_AHEAD = 100;

/** Listens. @throws SnapError "bad-input" when the address cannot be had, in one sentence. */
export async function listen(
  fetch: (request: Request, env: Env["Bindings"]) => Response | Promise<Response>,
  options: ListenOptions,
): Promise<Listener> {
  const { headerSeconds = 20, requestSeconds = 300, idleSeconds = 30, keepSeconds = KEEP_SECONDS.client, maxBodyBytes } = options;
  const inHand = new Map<ServerResponse, IncomingMessage>();
  let closing = false;
  let closed = false;

  const connections = new WeakMap<Socket, Set<ServerResponse>>();
  /** The unanswered requests of a connection. */
  const unansweredOf = (socket: Socket): Set<ServerResponse> => {
    const known = connections.get(socket);
    if (known) return known;
    const unanswered = new Set<ServerResponse>();
    connections.set(socket, unanswered);
    // If several requests are unanswered, Node reports the client's leaving only to the one whose turn it is.
    socket.once("close", () => {
      for (const outgoing of unanswered) if (outgoing.socket === null) outgoing.emit("close");
    });
    return unanswered;
  };

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse, isComing = true) => {
    const { socket } = incoming;
    const unanswered = unansweredOf(socket);
    if (unanswered.size >= MOST_AHEAD) return void socket.destroy();
    unanswered.add(outgoing);
    const note: Note = {};
    inHand.set(outgoing, incoming);
    if (closing) outgoing.setHeader("Connection", "close");
    // If requests were sent together, the time limit for reading the answer before still runs: it must not cut short the computation of this one.
    outgoing.setTimeout(0);
    logRequest(incoming, outgoing, note, options);
    outgoing.once("close", () => {
      unanswered.delete(outgoing);
      inHand.delete(outgoing);
      if (closed && inHand.size === 0) server.closeAllConnections();
    });
    const respond = getRequestListener(
      async (request, env) => {
        const response = await fetch(request, { ...(env as HttpBindings), note });
        if (isComing && !outgoing.shouldKeepAlive) await untilReceived(incoming, idleSeconds);
        outgoing.setTimeout(idleSeconds * 1000); // from here on the limit is for the client to read it
        return response;
      },
      // The program around this server keeps its own Request and Response. A request of HTTP/1.0 may have no host.
      { hostname: "localhost", overrideGlobalObjects: false, errorHandler: (error) => refusal(error, note) },
    );
    void respond(incoming, outgoing);
  };

  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER,
      headersTimeout: headerSeconds * 1000,
      requestTimeout: requestSeconds * 1000,
      keepAliveTimeout: keepSeconds * 1000,
      connectionsCheckingInterval: Math.min(headerSeconds * 250, 5000),
      // A request without a Host header is answered as one to this machine.
      requireHostHeader: false,
    },
    (incoming, outgoing) => handle(incoming, outgoing),
  );
  // A client that first asks whether to send a large body is told at once if it is too large.
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isWanted = Number(incoming.headers["content-length"] ?? 0) <= maxBodyBytes;
    if (isWanted) outgoing.writeContinue();
    else outgoing.setHeader("Connection", "close");
    handle(incoming, outgoing, isWanted);
  });
  // Other expectations are ignored.
  server.on("checkExpectation", (incoming: IncomingMessage, outgoing: ServerResponse) => handle(incoming, outgoing));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const answering = [...inHand].some(([outgoing, incoming]) => incoming.socket === socket && outgoing.headersSent);
    if (socket.writable && !answering && error.code !== "ECONNRESET") {
      const { status, text } = protocolError(error.code);
      socket.write(text);
      const time = new Date(options.now()).toISOString();
      const client = plainAddress(socket.remoteAddress ?? "");
      options.log({ time, method: "", path: "", status, ms: 0, bytes: Buffer.byteLength(text), client, code: 400 });
    }
    socket.destroySoon();
  });
  limitConnections(server, options.maxConnections ?? mostConnections(), (failure) => {
    const time = new Date(options.now()).toISOString();
    options.log({ time, method: "", path: "", status: 0, ms: 0, bytes: 0, failure });
  });
  await bind(server, options);

  return {
    port: (server.address() as AddressInfo).port,
    close(lingerSeconds = 0) {
      closing = true;
      const ended = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      for (const outgoing of inHand.keys()) if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
      // Node's own close, which ends kept connections.
      const end = () => {
        closed = true;
        server.close();
        if (inHand.size === 0) server.closeAllConnections();
      };
      const lingering = lingerSeconds > 0 ? setTimeout(end, lingerSeconds * 1000) : void end();
      const patience = setTimeout(() => {
        for (const incoming of inHand.values()) if (!incoming.complete) incoming.destroy();
      }, idleSeconds * 1000);
      return ended.finally(() => {
        clearTimeout(patience);
        clearTimeout(lingering);
        if (!closed) end();
      });
    },
  };
}

/**
 * Waits until all of a request has come, or nothing of it for so many seconds. If a connection were closed behind the answer while more comes in, the system
 * would drop it together with the answer.
 */
function untilReceived(incoming: IncomingMessage, seconds: number): Promise<void> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, seconds * 1000);
    incoming
      .on("data", () => patience.refresh())
      .once("close", () => {
        clearTimeout(patience);
        resolve();
      })
      .resume();
  });
}

function bind(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    // The listener stays: later errors are about single connections that could not be accepted, and others go on.
    server.on("error", (error: NodeJS.ErrnoException) => reject(new SnapError("bad-input", troubleWith(error.code, host, port))));
    server.listen(port, host, resolve);
  });
}

function troubleWith(code: string | undefined, host: string, port: number): string {
  if (code === "EADDRINUSE") return `Port ${port} of ${host} is in use; choose another one, or 0 for any that is free.`;
  if (code === "EACCES") return `Port ${port} of ${host} needs rights that this process does not have; choose a port from 1024 on.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `The host ${shown(host)} is not an address of this machine.`;
  return `It is not possible to listen at port ${port} of ${host}: the system says ${code}.`;
}

/** The answer to a request with an invalid address or host, or one that got no answer at all. */
function refusal(error: unknown, note: Note): Response {
  const isTheirs = error instanceof RequestError;
  const envelope = isTheirs ? invalidUrl() : unableToComplete(500);
  note.code = envelope.error.code;
  if (!isTheirs) note.failure = String(error);
  return new Response(JSON.stringify(envelope), { headers: { "Content-Type": "application/json; charset=utf-8" } });
}

/** The answer to something that is no request, was not complete in time, or has too long a query. The last is answered as any other mistake of a client. */
function protocolError(code: string | undefined): { status: number; text: string } {
  const [status, sentence]: [number, string] =
    code === "HPE_HEADER_OVERFLOW"
      ? [200, `The address and headers have more than ${MAX_HEADER} bytes; send the parameters as the body of a POST.`]
      : code === "HPE_INVALID_URL"
        ? [200, "The address has characters that are not escaped; send it as UTF-8, percent-encoded."]
        : code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? [408, "The request took too long to arrive."]
          : [400, "This is not an HTTP request."];
  const body = JSON.stringify(unableToComplete(400, sentence));
  const headers = {
    Connection: "close",
    "Access-Control-Allow-Origin": "*",
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return { status, text: [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n") };
}
