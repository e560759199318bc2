// Address: network addresses, in one spelling each.
import { isIP } from "node:net";

/** The address in a text of a proxy, which may have the port of the connection; undefined if there is none. */
export function addressIn(forwarded: string): string | undefined {
  const bare = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(forwarded.trim());
  const ip = bare ? (bare[1] ?? bare[2]) : forwarded.trim();
  return isIP(ip) ? ip : undefined;
}

/** The last address in an X-Forwarded-For header, else the connection's own; "" if there is neither. */
export function senderOf(forwarded: string | undefined, connected: string | undefined): string {
  const last = forwarded?.split(",").at(-1);
  return (last && addressIn(last)) || connected || "";
}

/** The shortest spelling; IPv4 for an IPv4 address wrapped in IPv6. Text that is no address is unchanged. */
export function plainAddress(ip: string): string {
  if (isIP(ip) !== 6 || ip.includes("%")) return ip.toLowerCase();
  const short = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const wrapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short);
  if (!wrapped) return short;
  const [high, low] = [Number.parseInt(wrapped[1], 16), Number.parseInt(wrapped[2], 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** The part of an address that identifies a client: of IPv6 the first half, which a client is given; it chooses the rest itself. */
export function clientAddress(ip: string): string {
  const plain = plainAddress(ip);
  if (isIP(plain) !== 6) return plain;
  const [head, tail] = plain
    .split("%")[0]
    .split("::")
    .map((groups) => (groups === "" ? [] : groups.split(":")));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return `${[...head, ...Array<string>(zeros).fill("0"), ...(tail ?? [])].slice(0, 4).join(":")}::/64`;
}
