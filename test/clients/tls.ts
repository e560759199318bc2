// A TLS proxy in front of a server, as public servers have: some clients use only https. Its certificate is made each time.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";

/** The reason why there is no TLS; undefined if there is. */
export const noTls = spawnSync("openssl", ["version"]).error ? "openssl, which makes a certificate, is missing" : undefined;
if (noTls !== undefined) console.warn(`What needs TLS is skipped: ${noTls}.`);

const CERTIFICATE =
  "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout key -out cert";

function selfSigned(): ServerOptions {
  const folder = mkdtempSync(join(tmpdir(), "roadsnap-tls-"));
  try {
    execFileSync("openssl", CERTIFICATE.split(" "), { cwd: folder, stdio: "ignore" });
    return { key: readFileSync(join(folder, "key")), cert: readFileSync(join(folder, "cert")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The https address of the server on this port of this machine, which must trust its proxy; `close` ends the proxy. */
export async function behindTls(port: number): Promise<{ url: string; close(): void }> {
  const proxy = createServer(selfSigned(), (incoming, outgoing) => {
    const { method, url: path, socket } = incoming;
    const forwarded = { "x-forwarded-for": socket.remoteAddress, "x-forwarded-proto": "https", "x-forwarded-host": incoming.headers.host };
    const onward = request({ port, method, path, headers: { ...incoming.headers, ...forwarded } }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      pipeline(response, outgoing, () => {});
    });
    pipeline(incoming, onward, () => {});
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
