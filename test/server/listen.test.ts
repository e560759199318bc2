// Clients that are slow, go away or come in large numbers, and a server that ends while it has requests.
import { connect } from "node:net";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createServer, type Executor } from "../../src/server/index.js";
import { type ListenOptions, listen } from "../../src/server/listen.js";
import type { RequestRecord } from "../../src/server/record.js";
import { EXECUTE, form, raw, serve } from "./serving.js";

const NATIVE = { Request, Response }; // from before any server was made
const asked = form({ f: "json", points: "{}" });

/** An executor whose requests wait until the test lets them go on. */
function held(): Executor & { calls: { go: (text: string) => void; signal: AbortSignal }[]; closed: boolean } {
  const calls: { go: (text: string) => void; signal: AbortSignal }[] = [];
  return {
    calls,
    closed: false,
    execute: (_, { signal } = {}) =>
      new Promise((resolve, reject) => {
        calls.push({ go: resolve, signal: signal! });
        signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
    async close() {
      this.closed = true;
    },
  };
}

describe("simultaneous requests", () => {
  it("do not wait for each other: a short one is answered before a long one", async () => {
    const executor = held();
    const { get } = await serve({ executor });
    const long = get(EXECUTE, asked);
    await expect.poll(() => executor.calls.length).toBe(1);
    const short = get(EXECUTE, asked);
    await expect.poll(() => executor.calls.length).toBe(2);
    executor.calls[1].go('{"short":1}');
    expect((await short).text).toBe('{"short":1}');
    executor.calls[0].go('{"long":1}');
    expect((await long).text).toBe('{"long":1}');
  });

  it("stop computing if their own client goes away", async () => {
    const executor = held();
    const { get, records } = await serve({ executor });
    const gone = new AbortController();
    const abandoned = get(EXECUTE, { ...asked, signal: gone.signal });
    const other = get(EXECUTE, asked);
    await expect.poll(() => executor.calls.length).toBe(2);
    gone.abort();
    await expect(abandoned).rejects.toThrow();
    await expect.poll(() => executor.calls.map(({ signal }) => signal.aborted).sort()).toEqual([false, true]);
    executor.calls.find(({ signal }) => !signal.aborted)?.go("{}");
    expect((await other).text).toBe("{}");
    await expect.poll(() => records.map(({ aborted }) => aborted)).toEqual([true, undefined]);
  });

  it("that fail give an envelope and a line in the log, without details for the client", async () => {
    const executor = { execute: () => Promise.reject(new Error("no such thing in /srv/secret")), close: async () => {} };
    const { get, records } = await serve({ executor });
    expect((await get(EXECUTE, asked)).text).toBe(
      '{"error":{"code":500,"message":"Unable to complete operation.","details":["The service failed, which is not the request\'s fault."]}}',
    );
    await expect.poll(() => records).toHaveLength(1);
    expect(records[0]).toMatchObject({ code: 500, failure: "Error: no such thing in /srv/secret" });
  });
});

it("/healthz is 503 if the executor cannot work any more, and the log has the reason", async () => {
  let trouble: Error | null = null;
  const check = () => {
    if (trouble !== null) throw trouble;
  };
  const { get, records } = await serve({ executor: { ...held(), check } });
  expect((await get("/healthz")).status).toBe(200);
  trouble = new Error("all workers died");
  expect(await get("/healthz")).toMatchObject({ status: 503, text: '{"status":"failed"}' });
  await expect.poll(() => records[1]).toMatchObject({ status: 503, failure: "Error: all workers died" });
});

describe("closing a server", () => {
  it("finishes the requests that were begun, and accepts no others", async () => {
    const executor = held();
    const { get, server, port } = await serve({ executor });
    const answer = get(EXECUTE, asked);
    await expect.poll(() => executor.calls.length).toBe(1);
    let ended = false;
    const closed = server.close().then(() => {
      ended = true;
    });
    await expect(raw(port, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")).rejects.toThrow("ECONNREFUSED");
    expect([ended, executor.closed]).toEqual([false, false]);
    executor.calls[0].go('{"late":1}');
    const { text, headers } = await answer;
    expect([text, headers.get("connection")]).toEqual(['{"late":1}', "close"]);
    await closed;
    expect(executor.closed).toBe(true);
  });

  it("does not wait for connections without a request", async () => {
    const { server, port, get } = await serve();
    await get("/healthz"); // leaves a connection open
    const silent = connect(port, "127.0.0.1");
    const begun = connect(port, "127.0.0.1");
    begun.write("GET /healthz HT");
    let seen = "";
    for (const socket of [silent, begun]) {
      socket.on("error", () => {}); // the system's way of saying that the other side is gone
      socket.on("data", (piece) => {
        seen += piece;
      });
    }
    const each = (event: string) => Promise.all([silent, begun].map((socket) => new Promise((resolve) => socket.once(event, resolve))));
    await each("connect");
    const left = each("close");
    await server.close();
    await left;
    expect(seen).toBe(""); // and not, when its time is up, that it took too long
  });

  it("happens once, and the server does not start again", async () => {
    const { server } = await serve();
    expect(server.close()).toBe(server.close());
    await server.close();
    await expect(server.listen()).rejects.toThrow("The server is closed");
    await expect(server.fetch(new Request("http://x/healthz"))).rejects.toThrow("The server is closed");
  });

  it("while it begins to listen leaves nothing listening", async () => {
    const server = createServer({ roads: (await import("../snap/fake.js")).fakeRoads(), executor: held(), port: 0 });
    const listening = server.listen();
    await server.close();
    await expect(listening).rejects.toThrow("The server is closed");
  });

  it("is not needed after a failed listen, which can be repeated once the obstacle is gone", async () => {
    const first = createServer({ roads: (await import("../snap/fake.js")).fakeRoads(), executor: held(), port: 0 });
    const { port } = await first.listen();
    const second = createServer({ roads: (await import("../snap/fake.js")).fakeRoads(), executor: held(), port });
    await expect(second.listen()).rejects.toThrow("in use");
    await first.close();
    expect((await second.listen()).port).toBe(port);
    await second.close();
  });

  /** A connection that has brought a request, and is kept for the next. */
  async function kept(port: number) {
    const socket = connect(port, "127.0.0.1");
    let seen = "";
    socket.on("data", (piece) => {
      seen += piece;
    });
    const closed = new Promise<number>((resolve) => socket.on("close", () => resolve(performance.now())));
    const ask = () => socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    const answers = () => seen.match(/Connection: [\w-]+/g);
    ask();
    await expect.poll(answers).toEqual(["Connection: keep-alive"]);
    return { socket, ask, closed, answers };
  }

  it("takes a last request on connections that are kept", async () => {
    const { server, port } = await serve();
    const [used, unused] = [await kept(port), await kept(port)];
    const ended = server.close(30);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    used.ask();
    await used.closed;
    expect(used.answers()).toEqual(["Connection: keep-alive", "Connection: close"]);
    unused.socket.end();
    await ended;
  });

  it("takes it for as long as it is told to", async () => {
    const { server, port } = await serve();
    const { closed } = await kept(port);
    const began = performance.now();
    const ended = server.close(0.3);
    expect((await closed) - began).toBeGreaterThan(290);
    await ended;
  });

  it("does not wait for connections that do not exist, nor by default", async () => {
    for (const [visits, linger] of [
      [0, 3600],
      [1, undefined],
    ]) {
      // Behind a proxy a connection is kept for longer than a test may take.
      const { server, get } = await serve({ trustProxy: true });
      for (let i = 0; i < visits!; i++) await get("/healthz");
      await expect(server.close(linger)).resolves.toBeUndefined();
    }
  });

  it("is possible before it has begun to listen", async () => {
    const executor = held();
    const server = createServer({ roads: (await import("../snap/fake.js")).fakeRoads(), executor });
    await server.close();
    expect(executor.closed).toBe(false); // it was never used
  });
});

describe("a client that sends requests without waiting for answers", () => {
  const head = "GET /GPServer/SnapToRoads/execute?f=json&points=%7B%7D HTTP/1.1\r\nHost: x\r\n";

  it("gets all answers, for up to a hundred requests on a connection", async () => {
    const executor = held();
    const { port } = await serve({ executor });
    const answers = raw(port, `${head}\r\n`.repeat(99), `${head}Connection: close\r\n\r\n`);
    await expect.poll(() => executor.calls.length).toBe(100);
    for (const { go } of executor.calls) go("{}");
    expect((await answers).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(100);
  });

  it("is disconnected beyond that, while others go on", async () => {
    const executor = held();
    const { port, get, records } = await serve({ executor });
    expect(await raw(port, `${head}\r\n`.repeat(101))).toBe("");
    await expect.poll(() => executor.calls.map(({ signal }) => signal.aborted)).toEqual(Array(100).fill(true));
    expect(records.map(({ aborted }) => aborted)).toEqual(Array(100).fill(true));
    expect((await get("/healthz")).status).toBe(200);
  });

  it("may send any number of requests if it waits", async () => {
    const { port } = await serve();
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let seen = 0;
    const ask = () => socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    socket.on("data", (piece) => {
      for (const _ of String(piece).matchAll(/HTTP\/1\.1 200 OK/g)) if (++seen < 150) ask();
    });
    ask();
    await expect.poll(() => seen).toBe(150);
  });
});

describe("a slow client", () => {
  /** A bare listener with shorter time limits. */
  async function impatient(options: Partial<ListenOptions>, answer: () => Response | Promise<Response> = () => new Response("{}")) {
    const taken: string[] = [];
    const records: RequestRecord[] = [];
    const listener = await listen(
      async (request) => {
        taken.push(await request.text().catch(() => "cut off"));
        return answer();
      },
      { host: "127.0.0.1", port: 0, maxBodyBytes: 1e9, log: (record) => records.push(record), now: Date.now, ...options },
    );
    onTestFinished(() => listener.close());
    return { port: listener.port, taken, records };
  }
  const TIMED_OUT = '{"error":{"code":400,"message":"Unable to complete operation.","details":["The request took too long to arrive."]}}';

  it("that does not finish its headers gets an error and is disconnected", async () => {
    const { port, taken } = await impatient({ headerSeconds: 0.1 });
    const answer = await raw(port, "POST / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/);
    expect(answer.endsWith(TIMED_OUT)).toBe(true);
    expect(taken).toEqual([]);
  });

  it("that does not finish its body gets an error and is disconnected", async () => {
    const { port, taken } = await impatient({ headerSeconds: 0.5, requestSeconds: 1 });
    const answer = await raw(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
    expect(answer.endsWith(TIMED_OUT)).toBe(true);
    await expect.poll(() => taken).toEqual(["cut off"]);
  });

  it("that does not read an answer has its own time limit, which does not count for the next request of those sent together", async () => {
    const answers = [0, 1500];
    const { port } = await impatient({ idleSeconds: 0.5 }, async () => {
      await new Promise((resolve) => setTimeout(resolve, answers.shift()));
      return new Response("{}");
    });
    const get = (more = "") => `GET / HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const answer = await raw(port, get() + get("Connection: close\r\n"));
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it("that sends nothing at all is disconnected", async () => {
    const { port } = await impatient({ headerSeconds: 0.1 });
    expect(await raw(port)).toContain("408");
  });

  it("that does not read its answer is disconnected", async () => {
    const { port, records } = await impatient({ idleSeconds: 0.1 }, () => new Response("x".repeat(50_000_000)));
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    socket.once("data", () => socket.pause()).on("error", () => {});
    await expect.poll(() => records).toHaveLength(1);
    expect(records[0].aborted).toBe(true);
    socket.destroy();
  });

  it("that takes long until its next request keeps its connection, beyond the limits for headers and answers", async () => {
    const { port } = await impatient({ headerSeconds: 0.5, idleSeconds: 0.5, keepSeconds: 60 });
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let seen = "";
    socket.on("data", (piece) => {
      seen += piece;
    });
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => seen).toMatch(/\{\}$/);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => seen.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it.each([
    [false, 75],
    [true, 620],
  ])("keeps its connection for longer than proxies keep theirs (behind one: %s)", async (trustProxy, seconds) => {
    const { get } = await serve({ trustProxy });
    expect((await get("/healthz")).headers.get("keep-alive")).toBe(`timeout=${seconds}`);
  });

  it("does not delay others", async () => {
    const { port } = await impatient({ headerSeconds: 5 });
    const slow = Array.from({ length: 50 }, () => connect(port, "127.0.0.1").on("error", () => {}));
    for (const socket of slow) socket.write("POST / HTTP/1.1\r\nHost:");
    expect(await raw(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(/\{\}$/);
    for (const socket of slow) socket.destroy();
  });
});

describe("an error reaches a client that sends everything before it reads, and the connection is closed", () => {
  const body = "f=json&points=".padEnd(8_000_000, "x");
  const FORM = "application/x-www-form-urlencoded";

  /** As Python's urllib does. */
  function sendThenRead(port: number, ...pieces: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1").on("error", reject);
      const send = (n: number): unknown => (n < pieces.length ? socket.write(pieces[n], () => send(n + 1)) : read());
      const read = () => {
        let seen = "";
        socket.on("data", (piece) => (seen += piece)).on("close", () => resolve(seen));
      };
      send(0);
    });
  }

  it.each<[why: string, path: string, method: string, type: string, most: number, says: string]>([
    ["an unknown path", "/nowhere", "POST", FORM, 1e7, "Invalid URL"],
    ["an unknown method", EXECUTE, "PUT", FORM, 1e7, "The method is PUT"],
    ["a body that is no form", EXECUTE, "POST", "application/json", 1e7, "The body has the content type"],
    ["a body that is too large", EXECUTE, "POST", FORM, 1e6, "the most this service takes is 1000000"],
  ])("for %s", async (_, path, method, type, maxBodyBytes, says) => {
    const { port } = await serve({ maxBodyBytes });
    const head = [`${method} ${path} HTTP/1.1`, "Host: x", `Content-Type: ${type}`, `Content-Length: ${body.length}`, "Connection: close"];
    expect(await sendThenRead(port, `${head.join("\r\n")}\r\n\r\n`, body)).toContain(says);
  });
});

describe("listening gives an error of one sentence for", () => {
  it("a port in use", async () => {
    const { port } = await serve();
    const other = createServer({ roads: (await import("../snap/fake.js")).fakeRoads(), port, executor: held() });
    afterAll(() => other.close());
    await expect(other.listen()).rejects.toMatchObject({
      code: "bad-input",
      message: `Port ${port} of 127.0.0.1 is in use; choose another one, or 0 for any that is free.`,
    });
  });

  it("a host that is not this machine", async () => {
    const options = { port: 0, maxBodyBytes: 1, log: () => {}, now: Date.now };
    await expect(listen(() => new Response(), { ...options, host: "192.0.2.1" })).rejects.toThrow(
      'The host "192.0.2.1" is not an address of this machine.',
    );
  });
});

describe("the program around a server", () => {
  it("keeps its own Request and Response", async () => {
    const { get } = await serve();
    await get("/healthz");
    expect([globalThis.Request === NATIVE.Request, globalThis.Response === NATIVE.Response]).toEqual([true, true]);
  });

  it("may hand it requests without a socket", async () => {
    const { server } = await serve();
    const response = await server.fetch(new Request("http://anything/server/rest/info?f=json"));
    expect(await response.json()).toMatchObject({ currentVersion: 11.4 });
  });
});
