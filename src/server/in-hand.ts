// In hand: the requests whose answers have not been sent yet, by connection.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Most requests that a client may send on one connection before it has an answer. Clients normally send one; without a limit they could fill the memory. */
const MOST_AHEAD = 100;

/** The requests that are not answered yet. */
export class InHand {
  readonly #requests = new Map<ServerResponse, IncomingMessage>();
  readonly #connections = new WeakMap<Socket, Set<ServerResponse>>();

  get isEmpty(): boolean {
    return this.#requests.size === 0;
  }

  /** Takes a request, until it is answered or its client leaves. Returns false if too many of its connection are not answered yet. */
  take(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const unanswered = this.#unansweredOf(incoming.socket);
    if (unanswered.size >= MOST_AHEAD) return false;
    unanswered.add(outgoing);
    this.#requests.set(outgoing, incoming);
    outgoing.once("close", () => {
      unanswered.delete(outgoing);
      this.#requests.delete(outgoing);
    });
    return true;
  }

  /** Whether an answer is on its way on this connection. */
  isAnswering(socket: Socket): boolean {
    return [...this.#requests].some(([outgoing, incoming]) => incoming.socket === socket && outgoing.headersSent);
  }

  /** Tells the clients that these requests are the last of their connections. */
  markLast(): void {
    for (const outgoing of this.#requests.keys()) if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
  }

  /** Gives up the requests that have not come whole. */
  dropIncomplete(): void {
    for (const incoming of this.#requests.values()) if (!incoming.complete) incoming.destroy();
  }

  #unansweredOf(socket: Socket): Set<ServerResponse> {
    const known = this.#connections.get(socket);
    if (known) return known;
    const unanswered = new Set<ServerResponse>();
    this.#connections.set(socket, unanswered);
    // If several requests are unanswered, Node reports the client's leaving only to the one whose turn it is.
    socket.once("close", () => {
      for (const outgoing of unanswered) if (outgoing.socket === null) outgoing.emit("close");
    });
    return unanswered;
  }
}
