// A small OSM PBF encoder for tests: dense or plain nodes, compressed or not, and options that make a file wrong.
import { deflateSync } from "node:zlib";
import { PbfWriter } from "pbf";

export interface PbfNode {
  id: number;
  lon: number;
  lat: number;
  tags?: Record<string, string>;
  /** All or none of the nodes in a blob have it. */
  version?: number;
}

export interface PbfWay {
  id: number;
  refs: number[];
  tags: Record<string, string>;
  version?: number;
  /** Positions with the way (LocationsOnWays), [lon, lat]. */
  positions?: [number, number][];
}

export interface PbfRelation {
  id: number;
  tags: Record<string, string>;
  members: { type: "node" | "way" | "relation"; ref: number; role: string }[];
  version?: number;
}

export interface PbfData {
  nodes?: PbfNode[];
  ways?: PbfWay[];
  relations?: PbfRelation[];
}

export interface PbfOptions {
  /** Default true. */
  dense?: boolean;
  packing?: "zlib" | "raw";
  required?: string[];
  optional?: string[];
  /** Nanodegrees per unit. Default 100, the usual value. */
  granularity?: number;
  /** Nanodegrees added to every longitude and latitude. */
  offset?: { lon: number; lat: number };
  /** Type written into the data blobs. */
  dataType?: string;
  /** Contents of the blobs, in this order; default nodes, ways, relations, each in a blob of its own. */
  blobs?: PbfData[];
}

const E9 = 1e9;

/** The bytes of an OSM PBF file. */
export function writePbf(data: PbfData, options: PbfOptions = {}): Uint8Array {
  const { nodes = [], ways = [], relations = [] } = data;
  const all = options.blobs ?? [{ nodes }, { ways }, { relations }].filter((part) => Object.values(part)[0].length > 0);
  const blobs = all.map((part) => writeBlob(options.dataType ?? "OSMData", block(part, options), options.packing ?? "zlib"));
  return concat([writeBlob("OSMHeader", header(options), options.packing ?? "zlib"), ...blobs]);
}

/** One blob with its header and length that contains `content`; `field` is the field of the packed bytes (3 zlib, 7 Zstandard, …). */
export function writeBlob(type: string, content: Uint8Array, packing: "zlib" | "raw", field = 3): Uint8Array {
  return writeBlobOf(type, (blob) => {
    if (packing === "raw") blob.writeBytesField(1, content);
    else {
      blob.writeVarintField(2, content.length);
      blob.writeBytesField(field, deflateSync(content));
    }
  });
}

/** One blob with any fields; by default, its header has its type and size alone. */
export function writeBlobOf(
  type: string,
  write: (blob: PbfWriter) => void,
  writeSize: (head: PbfWriter, size: number) => void = (head, size) => head.writeVarintField(3, size),
): Uint8Array {
  const blob = new PbfWriter();
  write(blob);
  const body = blob.finish();
  const head = new PbfWriter();
  head.writeStringField(1, type);
  writeSize(head, body.length);
  const headBytes = head.finish();
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, headBytes.length);
  return concat([length, headBytes, body]);
}

function header(options: PbfOptions): Uint8Array {
  const pbf = new PbfWriter();
  for (const feature of options.required ?? ["OsmSchema-V0.6", "DenseNodes"]) pbf.writeStringField(4, feature);
  for (const feature of options.optional ?? []) pbf.writeStringField(5, feature);
  pbf.writeStringField(16, "test");
  return pbf.finish();
}

function block(data: PbfData, options: PbfOptions): Uint8Array {
  const { granularity = 100, offset = { lon: 0, lat: 0 } } = options;
  const strings: string[] = [""];
  const string = (text: string) => {
    const known = strings.indexOf(text);
    return known === -1 ? strings.push(text) - 1 : known;
  };
  const grains = (degrees: number, shift: number) => Math.round((degrees * E9 - shift) / granularity);
  const lon = (degrees: number) => grains(degrees, offset.lon);
  const lat = (degrees: number) => grains(degrees, offset.lat);
  const tagged = (pbf: PbfWriter, tags: Record<string, string>) => {
    pbf.writePackedVarint(2, Object.keys(tags).map(string));
    pbf.writePackedVarint(3, Object.values(tags).map(string));
  };
  const informed = (pbf: PbfWriter, { version }: { version?: number }) => {
    if (version !== undefined) pbf.writeMessage(4, (_, info) => info.writeVarintField(1, version), null);
  };

  const groups = new PbfWriter();
  const { nodes = [], ways = [], relations = [] } = data;
  if (nodes.length > 0) {
    groups.writeMessage(
      2,
      (_, group) => {
        if (options.dense ?? true) {
          group.writeMessage(
            2,
            (__, dense) => {
              dense.writePackedSVarint(1, deltas(nodes.map((node) => node.id)));
              dense.writePackedSVarint(8, deltas(nodes.map((node) => lat(node.lat))));
              dense.writePackedSVarint(9, deltas(nodes.map((node) => lon(node.lon))));
              const versions = nodes.flatMap(({ version = [] }) => version);
              if (versions.length > 0) dense.writeMessage(5, (___, info) => info.writePackedVarint(1, versions), null);
              if (nodes.some((node) => node.tags)) {
                const rows = nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flatMap(([k, v]) => [string(k), string(v)]), 0]);
                dense.writePackedVarint(10, rows);
              }
            },
            null,
          );
          return;
        }
        for (const node of nodes) {
          group.writeMessage(
            1,
            (__, pbf) => {
              pbf.writeSVarintField(1, node.id);
              tagged(pbf, node.tags ?? {});
              informed(pbf, node);
              pbf.writeSVarintField(8, lat(node.lat));
              pbf.writeSVarintField(9, lon(node.lon));
            },
            null,
          );
        }
      },
      null,
    );
  }
  if (ways.length > 0) {
    groups.writeMessage(
      2,
      (_, group) => {
        for (const way of ways) {
          group.writeMessage(
            3,
            (__, pbf) => {
              pbf.writeVarintField(1, way.id);
              tagged(pbf, way.tags);
              informed(pbf, way);
              pbf.writePackedSVarint(8, deltas(way.refs));
              if (way.positions) {
                pbf.writePackedSVarint(9, deltas(way.positions.map((p) => lat(p[1]))));
                pbf.writePackedSVarint(10, deltas(way.positions.map((p) => lon(p[0]))));
              }
            },
            null,
          );
        }
      },
      null,
    );
  }
  if (relations.length > 0) {
    groups.writeMessage(
      2,
      (_, group) => {
        for (const relation of relations) {
          group.writeMessage(
            4,
            (__, pbf) => {
              pbf.writeVarintField(1, relation.id);
              tagged(pbf, relation.tags);
              informed(pbf, relation);
              pbf.writePackedVarint(
                8,
                relation.members.map((member) => string(member.role)),
              );
              pbf.writePackedSVarint(9, deltas(relation.members.map((member) => member.ref)));
              pbf.writePackedVarint(
                10,
                relation.members.map((member) => ["node", "way", "relation"].indexOf(member.type)),
              );
            },
            null,
          );
        }
      },
      null,
    );
  }

  const pbf = new PbfWriter();
  pbf.writeMessage(
    1,
    (_, table) => {
      for (const text of strings) table.writeBytesField(1, new TextEncoder().encode(text));
    },
    null,
  );
  if (granularity !== 100) pbf.writeVarintField(17, granularity);
  if (offset.lat !== 0) pbf.writeVarintField(19, offset.lat);
  if (offset.lon !== 0) pbf.writeVarintField(20, offset.lon);
  return concat([pbf.finish(), groups.finish()]);
}

function deltas(values: number[]): number[] {
  return values.map((value, i) => value - (values[i - 1] ?? 0));
}

/** Concatenates byte arrays. */
export function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
