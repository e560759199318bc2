// The worker: holds the roads, matches the tracks it is sent, and answers each message in turn with one of its own.
import {
  buildRoads,
  combineResults,
  coverageMessage,
  Matcher,
  OSM_ATTRIBUTION,
  RoadGraph,
  readOsm,
  readTracks,
  snapPoints,
  writeGeoJson,
  writeHtml,
} from "roadsnap";

let roads;
let attribution;
let done = Promise.resolve();

addEventListener("message", ({ data }) => {
  done = done
    .then(() => ("roads" in data ? open(data) : snap(data)))
    .then((answer) => postMessage({ answer }))
    .catch((error) => postMessage({ error: error.message }));
});

/** A road file is opened as it is; roads in any other form are built. */
async function open({ roads: buffer, name }) {
  const opened = name.endsWith(".roads") ? RoadGraph.from(buffer) : buildRoads(await readOsm(new Uint8Array(buffer)));
  opened.verify();
  roads = opened;
  // The sample's town is invented: its roads are due to nobody.
  attribution = name === "town.roads" ? null : OSM_ATTRIBUTION;
  return `${name}: ${roads.edgeCount} road segments.`;
}

async function snap({ tracks, mode }) {
  if (!roads) throw new Error("There are no roads yet: choose a road file first.");
  const matcher = new Matcher(roads, { mode });
  const began = performance.now();
  const parts = [];
  for (const file of tracks) {
    const { points, warnings } = await readTracks(new Uint8Array(await file.arrayBuffer()), file.name);
    const result = snapPoints(matcher, points);
    // What is odd about the file, or where the points are if they are nowhere near the roads: the page of the result tells it, too.
    result.messages.push(...warnings.map((text) => ({ severity: "Warning", text })), ...[coverageMessage(result, roads) ?? []].flat());
    parts.push({ name: file.name, result });
  }
  const result = combineResults(parts);
  const seconds = (performance.now() - began) / 1000;
  const snapped = result.points.filter(({ edge }) => edge >= 0).length;
  return {
    said: [
      `${snapped} of ${result.points.length} points snapped in ${seconds.toFixed(2)} s.`,
      ...result.messages.map(({ text }) => text),
    ].join(" "),
    html: writeHtml(result, roads, { title: tracks.map(({ name }) => name).join(", "), attribution }),
    geojson: writeGeoJson(result, roads),
  };
}
