// The published six-point request, and the answer that every client has to get.
import { fixture } from "../server/serving.js";

interface Golden {
  results: { paramName: string; dataType: string; value: { features: { attributes: object; geometry: object }[] } }[];
}

const request: { points: { features: object[] }; road_properties_on_lines: string[] } = JSON.parse(
  fixture("golden/six-points.request.json"),
);

export const POINTS = request.points;
/** Requested on points and on lines. */
export const PROPERTIES = request.road_properties_on_lines;
/** With lines. */
export const ANSWER: Golden = JSON.parse(fixture("golden/six-points.response.json"));
/** The features of output_snapped_points and output_lines. */
export const [SNAPPED, LINES] = ANSWER.results.map(({ value }) => value.features);
