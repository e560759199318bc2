// Headless Chromium with a module worker that answers questions as the same module does in Node.
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { bundle } from "./bundle.js";

/** The path of the browser; undefined if there is none. */
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** Prints that there is none, and what is skipped for that. */
export function missingChromium(what: string): boolean {
  if (!CHROMIUM) console.warn(`No Chromium here: ${what} skipped.`);
  return !CHROMIUM;
}

const QUIET = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Starts the browser. */
export function launchChromium(): Promise<Browser> {
  if (!CHROMIUM) throw new Error("There is no Chromium here.");
  return chromium.launch({ executablePath: CHROMIUM, timeout: 120_000, args: ["--headless", "--no-sandbox", "--disable-gpu", ...QUIET] });
}

/** Reads a file by its path, in the way of the engine. */
export type Read = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

const PAGE = `<!doctype html><script type="module">
const worker = new Worker("worker.js", { type: "module" });
const failed = new Promise((_, reject) => { worker.onerror = ({ message }) => reject(new Error(message)); });
globalThis.ask = (question) => Promise.race([failed, new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => ("error" in data ? reject(new Error(data.error)) : resolve(data.answer));
  worker.postMessage(question);
})]);
</script>`;

/** A worker module that answers by the `answer` of another module. */
export const workerOf = (module: string) => `import { answer } from ${JSON.stringify(module)};
const read = async (path) => {
  const response = await fetch("/files/" + path);
  if (!response.ok) throw new Error("There is no file " + path + ".");
  return new Uint8Array(await response.arrayBuffer());
};
onmessage = ({ data }) => answer(data, read).then(
  (answer) => postMessage({ answer }),
  (error) => postMessage({ error: String(error.stack) }),
);`;

/**
 * A page whose worker runs the module at this path: its export `answer` takes a question and a `read`, and returns a promise of the answer, both of them
 * JSON. `read` here provides the files. Questions are asked one at a time. Nothing else is served, and the page has no access to the network.
 */
export async function startWorker<Question>(
  browser: Browser,
  module: string,
  read: Read,
): Promise<(question: Question) => Promise<unknown>> {
  const { code } = await bundle(workerOf(module));
  const page = await browser.newPage();
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") return route.fulfill({ contentType: "text/html", body: PAGE });
    if (pathname === "/worker.js") return route.fulfill({ contentType: "text/javascript", body: code });
    const found = pathname.startsWith("/files/") ? await read(decodeURI(pathname.slice(7))).catch(() => null) : null;
    return found ? route.fulfill({ body: Buffer.from(found) }) : route.fulfill({ status: 404 });
  });
  await page.goto("http://worker.test/");
  return (question) => page.evaluate(`ask(${JSON.stringify(question)})`);
}
