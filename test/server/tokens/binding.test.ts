// The binding of a token, by the parameters of generateToken, and the requests that it admits.
import { describe, expect, it } from "vitest";
import { addressIn } from "../../../src/server/address.js";
import { readBinding, sameReferer } from "../../../src/server/tokens/binding.js";

describe("the binding of a new token", () => {
  const from = { referer: "http://app.example.com/", ip: "::ffff:10.0.0.7" };

  it.each<[asked: object, bound: object]>([
    [{ client: "referer", referer: "https://app.example.com" }, { referer: "https://app.example.com" }],
    [{ client: "REFERER", referer: " http " }, { referer: "http" }],
    [{ client: "ip", ip: "10.0.0.9" }, { ip: "10.0.0.9" }],
    [{ client: "ip", ip: "::FFFF:10.0.0.9" }, { ip: "10.0.0.9" }],
    [{ client: "ip", ip: "0:0:0:0:0:0:0:1" }, { ip: "::1" }],
    [{ client: "ip", ip: "2001:DB8::0001" }, { ip: "2001:db8::1" }],
    [{ client: "ip", ip: "::ffff:0a00:0009" }, { ip: "10.0.0.9" }],
    [{ client: "ip", ip: "fe80::1%eth0" }, { ip: "fe80::1%eth0" }],
    [{ client: "requestip", referer: "http" }, { ip: "10.0.0.7" }],
    [{ referer: "http" }, { referer: "http" }],
    [{ ip: "10.0.0.9" }, { ip: "10.0.0.9" }],
    [{ client: "" }, { ip: "10.0.0.7" }],
  ])("for %j is %j", (asked, bound) => {
    expect(readBinding(asked, from)).toEqual(bound);
  });

  it.each<[asked: object, wrong: RegExp]>([
    [{ client: "referer" }, /^'referer' must be given with client=referer/],
    [{ client: "referer", referer: "  " }, /^'referer' must be given/],
    [{ client: "referer", referer: "x".repeat(1001) }, /^'referer' has 1001 characters; it may have at most 1000\.$/],
    [{ client: "ip" }, /^'ip' must be an IP address with client=ip; it is ""\.$/],
    [{ client: "ip", ip: "localhost" }, /it is "localhost"\.$/],
    [{ client: "cookie" }, /^'client' must be referer, ip or requestip; it is "cookie"\.$/],
  ])("does not exist for %j, which gives an error", (asked, wrong) => {
    expect(readBinding(asked, from)).toMatch(wrong);
  });
});

describe("a binding to a referer", () => {
  it.each<[bound: string, sent: string | undefined, same: boolean]>([
    ["@esri/arcgis-rest-js", "@esri/arcgis-rest-js", true],
    ["http", "http", true],
    ["http", "http://evil.example.com/", false],
    ["http://localhost:5173", "http://localhost:5173/", true],
    ["http://localhost:5173", "http://localhost:5173/page.html?a=b", true],
    ["http://localhost:5173/app/", "http://localhost:5173/", true],
    ["http://localhost:5173", "http://localhost:5174/", false],
    ["http://localhost:5173", "https://localhost:5173/", false],
    ["https://App.Example.com", "https://app.example.com/map", true],
    ["https://app.example.com", "https://app.example.com:443/", true],
    ["https://app.example.com", "https://app.example.com.evil.org/", false],
    ["https://app.example.com", "https://app.example.com@evil.org/", false],
    ["https://app.example.com", "https://evil.org/https://app.example.com", false],
    ["https://example.com", "https://app.example.com/", false],
    ["app.example.com", "https://app.example.com/map", true],
    ["localhost:5173", "http://localhost:5173/", true],
    ["localhost:5173", "http://localhost/", false],
    ["@esri/arcgis-rest-js", "http://esri/arcgis-rest-js", false],
    ["https://app.example.com", undefined, false],
    ["https://app.example.com", "", false],
    ["https://app.example.com", "https://[", false],
  ])("of %j admits a request with the referer %j: %j", (bound, sent, same) => {
    expect(sameReferer(bound, sent)).toBe(same);
  });
});

describe("the address from a proxy", () => {
  it.each<[forwarded: string, ip: string | undefined]>([
    ["1.2.3.4", "1.2.3.4"],
    [" 1.2.3.4:5001 ", "1.2.3.4"],
    ["2001:db8::1", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:5001", "2001:db8::1"],
    ["unknown", undefined],
    ["", undefined],
  ])("for %j is %j", (forwarded, ip) => {
    expect(addressIn(forwarded)).toBe(ip);
  });
});
