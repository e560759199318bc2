// Sample places along the edges, indexed by kdbush: what nearby-road search looks through first.
import KDBush from "kdbush";
import { wrapLonE7 } from "../geo/metres.js";
import { Growable } from "./growable.js";

/** No place on an edge is farther than half of this, in metres along it, from one of its samples. */
export const SAMPLE_SPACING = 50;

/** kdbush node size: smaller makes range search finer and the sort deeper. */
export const SAMPLE_NODE_SIZE = 16;

/** kdbush sections of the road file: edge and degrees of each sample, in tree order. */
export function sampleEdges(shapeStart: Uint32Array, shapeLon: Int32Array, shapeLat: Int32Array, shapeAt: Float32Array) {
  const edges = new Growable(Uint32Array);
  const places = new Growable(Float32Array);
  const push = (edge: number, lon: number, lat: number) => {
    edges.push(edge);
    places.push(lon / 1e7);
    places.push(lat / 1e7);
  };
  for (let edge = 0; edge + 1 < shapeStart.length; edge++) {
    const first = shapeStart[edge];
    const last = shapeStart[edge + 1] - 1;
    // Evenly spaced, half a step in from each end: a short edge needs one sample only.
    const steps = Math.max(1, Math.ceil(shapeAt[last] / SAMPLE_SPACING));
    const step = shapeAt[last] / steps;
    let i = first + 1;
    for (let k = 0; k < steps; k++) {
      const at = (k + 0.5) * step;
      while (i < last && shapeAt[i] < at) i++;
      const span = shapeAt[i] - shapeAt[i - 1];
      const t = span > 0 ? Math.min(1, (at - shapeAt[i - 1]) / span) : 0;
      const lon = wrapLonE7(shapeLon[i - 1] + t * wrapLonE7(shapeLon[i] - shapeLon[i - 1]));
      push(edge, lon, shapeLat[i - 1] + t * (shapeLat[i] - shapeLat[i - 1]));
    }
  }
  const index = new KDBush(edges.length, SAMPLE_NODE_SIZE, Float32Array);
  for (let i = 0; i < edges.length; i++) index.add(places.data[2 * i], places.data[2 * i + 1]);
  index.finish();
  return {
    sampleEdge: Uint32Array.from(index.ids, (id) => edges.data[id]),
    sampleAt: index.coords as Float32Array,
  };
}

/** A kdbush over the road file's own sections, nothing copied: its "ids" are the edges themselves. */
export function openSamples(sampleEdge: Uint32Array, sampleAt: Float32Array): KDBush {
  const index = new KDBush(0, SAMPLE_NODE_SIZE, Float32Array).finish();
  index.numItems = sampleEdge.length;
  index.ids = sampleEdge as Uint32Array<ArrayBuffer>;
  index.coords = sampleAt as Float32Array<ArrayBuffer>;
  return index;
}
