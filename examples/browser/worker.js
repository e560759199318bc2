// The worker: keeps the roads, matches the tracks it is sent, and answers each message in order.
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

/** Opens a road file as it is; builds roads from any other form. */
async function open({ roads: buffer, name }) {
  const opened = name.endsWith(".roads") ? RoadGraph.from(buffer) : buildRoads(await readOsm(new Uint8Array(buffer)));
  opened.verify();
  roads = opened;
  // The town of the sample is invented and needs no attribution.
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
    // Warnings about the file, and where the points are if they are far from all roads, are shown on the page of the result too.
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
