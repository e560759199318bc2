// A proxy with TLS before a server, as a public one has: some clients speak nothing else. Its certificate is made for the occasion.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";

/** Why there is no TLS; undefined when there is. */
export const noTls = spawnSync("openssl", ["version"]).error ? "openssl, which makes a certificate, is not here" : undefined;
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

/** The https address of the server at this port of this machine, which has to trust its proxy; `close` ends the proxy. */
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
