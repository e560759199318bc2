// Listen: the side of the sockets: listening, time limits for slow clients, requests in progress, and an orderly end.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { SnapError, shown } from "../errors.js";
import { plainAddress } from "./address.js";
import { limitConnections, mostConnections } from "./connections.js";
import type { Env } from "./context.js";
import { InHand } from "./in-hand.js";
import { type LogOptions, logRequest } from "./log.js";
import type { Note, RequestRecord } from "./record.js";
import { MAX_HEADER, protocolError, refusal } from "./refusals.js";

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

/** What answers requests. */
type Fetch = (request: Request, env: Env["Bindings"]) => Response | Promise<Response>;

/** Listens. @throws SnapError "bad-input" when the address cannot be had, in one sentence. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listener> {
  const sockets = new Sockets(fetch, options);
  await bind(sockets.server, options);
  return {
    port: (sockets.server.address() as AddressInfo).port,
    close: (lingerSeconds = 0) => sockets.close(lingerSeconds),
  };
}

/** A server with its requests in progress. */
class Sockets {
  readonly server: Server;
  readonly #fetch: Fetch;
  readonly #options: ListenOptions;
  readonly #idleMs: number;
  readonly #inHand = new InHand();
  /** Whether each request is to be the last of its connection. */
  #closing = false;
  #closed = false;

  constructor(fetch: Fetch, options: ListenOptions) {
    const { headerSeconds = 20, requestSeconds = 300, idleSeconds = 30, keepSeconds = KEEP_SECONDS.client } = options;
    this.#fetch = fetch;
    this.#options = options;
    this.#idleMs = idleSeconds * 1000;
    this.server = createServer(
      {
        maxHeaderSize: MAX_HEADER,
        headersTimeout: headerSeconds * 1000,
        requestTimeout: requestSeconds * 1000,
        keepAliveTimeout: keepSeconds * 1000,
        connectionsCheckingInterval: Math.min(headerSeconds * 250, 5000),
        // A request without a Host header is answered as one to this machine.
        requireHostHeader: false,
      },
      (incoming, outgoing) => this.#handle(incoming, outgoing),
    );
    this.server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => this.#handleExpecting(incoming, outgoing));
    // Other expectations are ignored.
    this.server.on("checkExpectation", (incoming: IncomingMessage, outgoing: ServerResponse) => this.#handle(incoming, outgoing));
    this.server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => this.#refuse(error.code, socket));
    limitConnections(this.server, options.maxConnections ?? mostConnections(), (failure) => this.#log({ status: 0, bytes: 0, failure }));
  }

  close(lingerSeconds: number): Promise<void> {
    this.#closing = true;
    const ended = new Promise<void>((resolve) => NetServer.prototype.close.call(this.server, () => resolve()));
    this.#inHand.markLast();
    const lingering = lingerSeconds > 0 ? setTimeout(() => this.#end(), lingerSeconds * 1000) : void this.#end();
    const patience = setTimeout(() => this.#inHand.dropIncomplete(), this.#idleMs);
    return ended.finally(() => {
      clearTimeout(patience);
      clearTimeout(lingering);
      if (!this.#closed) this.#end();
    });
  }

  /** Node's own close, which ends kept connections. */
  #end(): void {
    this.#closed = true;
    this.server.close();
    if (this.#inHand.isEmpty) this.server.closeAllConnections();
  }

  /** Answers a request. `isComing`: whether its body is, or will be, on its way. */
  #handle(incoming: IncomingMessage, outgoing: ServerResponse, isComing = true): void {
    if (!this.#inHand.take(incoming, outgoing)) return void incoming.socket.destroy();
    const note: Note = {};
    if (this.#closing) outgoing.setHeader("Connection", "close");
    // If requests were sent together, the time limit for reading the answer before still runs: it must not cut short the computation of this one.
    outgoing.setTimeout(0);
    logRequest(incoming, outgoing, note, this.#options);
    outgoing.once("close", () => {
      if (this.#closed && this.#inHand.isEmpty) this.server.closeAllConnections();
    });
    const respond = getRequestListener(
      async (request, env) => {
        const response = await this.#fetch(request, { ...(env as HttpBindings), note });
        if (isComing && !outgoing.shouldKeepAlive) await untilReceived(incoming, this.#idleMs);
        outgoing.setTimeout(this.#idleMs); // from here on the limit is for the client to read it
        return response;
      },
      // The program around this server keeps its own Request and Response. A request of HTTP/1.0 may have no host.
      { hostname: "localhost", overrideGlobalObjects: false, errorHandler: (error) => refusal(error, note) },
    );
    void respond(incoming, outgoing);
  }

  /** Answers a client that first asks whether to send a large body: it is told at once if that is too large. */
  #handleExpecting(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const isWanted = Number(incoming.headers["content-length"] ?? 0) <= this.#options.maxBodyBytes;
    if (isWanted) outgoing.writeContinue();
    else outgoing.setHeader("Connection", "close");
    this.#handle(incoming, outgoing, isWanted);
  }

  /** Answers what is no request, if that can be done, and ends its connection. */
  #refuse(code: string | undefined, socket: Socket): void {
    if (socket.writable && !this.#inHand.isAnswering(socket) && code !== "ECONNRESET") {
      const { status, text } = protocolError(code);
      socket.write(text);
      this.#log({ status, bytes: Buffer.byteLength(text), client: plainAddress(socket.remoteAddress ?? ""), code: 400 });
    }
    socket.destroySoon();
  }

  /** Logs what happened to something that is no request. */
  #log({ status, ...others }: Omit<RequestRecord, "time" | "method" | "path" | "ms">): void {
    const { log, now } = this.#options;
    log({ time: new Date(now()).toISOString(), method: "", path: "", status, ms: 0, ...others });
  }
}

/**
 * Waits until all of a request has come, or nothing of it for so many milliseconds. If a connection were closed behind the answer while more comes in, the system
 * would drop it together with the answer.
 */
function untilReceived(incoming: IncomingMessage, ms: number): Promise<void> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, ms);
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
