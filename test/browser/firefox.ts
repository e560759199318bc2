// Headless Firefox, with another engine, and a module worker that answers questions as the same module does in Node. No package drives the Firefox of a
// distribution, and none is needed: its page requests the next question and sends the answer back.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { bundle } from "./bundle.js";
import { type Read, workerOf } from "./chromium.js";

/** The path of the browser; undefined if there is none. */
const FIREFOX = ["/usr/bin/firefox", "/usr/bin/firefox-esr"].find(existsSync);

/** Prints that there is none, and what is skipped for that. */
export function missingFirefox(what: string): boolean {
  if (!FIREFOX) console.warn(`No Firefox here: ${what} skipped.`);
  return !FIREFOX;
}

/** Settings with which the browser sends nothing to other servers. */
const QUIET = [
  "app.normandy.enabled",
  "app.update.enabled",
  "browser.safebrowsing.malware.enabled",
  "browser.safebrowsing.phishing.enabled",
  "browser.shell.checkDefaultBrowser",
  "datareporting.policy.dataSubmissionEnabled",
  "extensions.update.enabled",
  "network.captive-portal-service.enabled",
  "network.connectivity-service.enabled",
  "services.settings.loadDump",
];

const PAGE = `<!doctype html><script type="module">
const send = (said) => fetch("/answer", { method: "POST", body: JSON.stringify(said) });
const next = async () => worker.postMessage(await (await fetch("/question")).json());
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = async ({ data }) => { await send(data); next(); };
worker.onerror = ({ message }) => send({ error: message });
next();
</script>`;

/** A promise that is settled from outside. */
function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

/** A worker in a browser. */
export interface BrowserWorker<Question> {
  ask(question: Question): Promise<unknown>;
  close(): Promise<void>;
}

/** Like `startWorker` of Chromium, with a browser of its own. */
export async function startFirefox<Question>(module: string, read: Read): Promise<BrowserWorker<Question>> {
  if (!FIREFOX) throw new Error("There is no Firefox here.");
  const { code } = await bundle(workerOf(module));
  // One question at a time: who waits for the next question, and who waits for its answer.
  let question = deferred<Question>();
  let answer = deferred<unknown>();
  const reply = async (request: IncomingMessage): Promise<[type: string, body: string | Uint8Array]> => {
    const path = request.url ?? "/";
    if (path === "/") return ["text/html", PAGE];
    if (path === "/worker.js") return ["text/javascript", code];
    if (path.startsWith("/files/")) return ["application/octet-stream", await read(decodeURI(path.slice(7)))];
    if (path === "/question") return ["application/json", JSON.stringify(await question.promise)];
    if (path !== "/answer") throw new Error(`There is no ${path}.`);
    const { answer: given, error } = JSON.parse(await text(request));
    question = deferred();
    if (error === undefined) answer.resolve(given);
    else answer.reject(new Error(error));
    return ["text/plain", ""];
  };
  const server = createServer((request, response) => {
    reply(request).then(
      ([type, body]) => response.setHeader("content-type", type).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const profile = await mkdtemp(join(tmpdir(), "roadsnap-firefox-"));
  await writeFile(join(profile, "user.js"), QUIET.map((name) => `user_pref("${name}", false);\n`).join(""));
  const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const options = { stdio: "ignore", env: { ...process.env, HOME: profile } } as const;
  const firefox = spawn(FIREFOX, ["--headless", "--no-remote", "--profile", profile, page], options);
  firefox.once("exit", () => answer.reject(new Error("Firefox has ended.")));
  return {
    ask(asked) {
      answer = deferred();
      question.resolve(asked);
      return answer.promise;
    },
    async close() {
      answer.promise.catch(() => {});
      const ended = firefox.exitCode === null ? once(firefox, "exit") : undefined;
      firefox.kill();
      await ended;
      server.close();
      server.closeAllConnections();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
