// The execute operation, from the request's JSON text to the response's.
import { isErrorEnvelope } from "../../src/snap/envelope.js";
import { SnapToRoads } from "../../src/snap/execute.js";
import { stringifyResponse } from "../../src/snap/response.js";
import { spread, timeLong } from "../harness/measure.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { featureSet } from "../inputs/formats.js";
import { townRoads } from "../inputs/networks.js";
import { cutTrack, longDrive } from "../inputs/walk.js";

const FIXES = 20_000;
const PER_REQUEST = [10, 100, 1000, 10_000];

export const execute: Subject = {
  name: "execute",
  about: "execute from JSON text to JSON text, with lines and road properties",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<Table> {
  const roads = await townRoads();
  const drive = longDrive(roads, FIXES);
  const rows: Table["rows"] = [];
  for (const size of PER_REQUEST) {
    const service = new SnapToRoads(roads);
    const requests = cutTrack(drive, size).map((fixes) => JSON.stringify(featureSet(fixes)));
    let bytesOut = 0;
    const timing = await timeLong(() => {
      bytesOut = 0;
      for (const points of requests) bytesOut += answer(service, points).length;
    }, context.rounds);
    const bytesIn = requests.reduce((sum, text) => sum + text.length, 0);
    const seconds = timing.median / 1000;
    rows.push({
      "points/request": size,
      requests: requests.length,
      "ms/request": timing.median / requests.length,
      "requests/s": requests.length / seconds,
      "points/s": FIXES / seconds,
      "MB/s in": bytesIn / 1e6 / seconds,
      "MB/s out": bytesOut / 1e6 / seconds,
      "± %": spread(timing),
    });
  }
  return { title: "execute on the bundled town, fixes 10 m and 1 s apart, σ 5 m", rows };
}

function answer(service: SnapToRoads, points: string): string {
  const response = service.execute({
    points,
    f: "json",
    return_lines: "true",
    road_properties_on_snapped_points: "posted_speed_limit_kph",
    road_properties_on_lines: "length_kilometers,posted_speed_limit_kph",
  });
  if (isErrorEnvelope(response)) throw new Error(`execute refused: ${JSON.stringify(response)}`);
  return stringifyResponse(response);
}
