// A village small enough to read: a high street, a one-way lane and a footpath; and a drive through it in every form that the commands accept.

/** OSM XML. High Street runs east over three nodes 500 m apart; Mill Lane runs north from the middle one, one way. */
export const VILLAGE_OSM = `<?xml version="1.0"?>
<osm version="0.6">
 <node id="1" lat="50.0000" lon="8.0000"/><node id="2" lat="50.0000" lon="8.0070"/><node id="3" lat="50.0000" lon="8.0140"/>
 <node id="4" lat="50.0045" lon="8.0070"/><node id="5" lat="50.0045" lon="8.0140"/>
 <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/><tag k="name" v="High Street"/><tag k="maxspeed" v="50"/></way>
 <way id="11"><nd ref="2"/><nd ref="4"/><tag k="highway" v="residential"/><tag k="name" v="Mill Lane"/><tag k="oneway" v="yes"/><tag k="maxspeed" v="20 mph"/></way>
 <way id="12"><nd ref="4"/><nd ref="5"/><tag k="highway" v="footway"/></way>
</osm>
`;

/** The drive: east along High Street, then up Mill Lane, a few metres off. */
export const DRIVE: [lon: number, lat: number, seconds: number][] = [
  [8.0005, 50.00003, 0],
  [8.0025, 49.99998, 15],
  [8.0045, 50.00002, 30],
  [8.0066, 49.99997, 45],
  [8.00703, 50.0015, 60],
  [8.00697, 50.003, 75],
  [8.00702, 50.0041, 90],
];
const START = Date.UTC(2024, 4, 6, 8) / 1000;
const iso = (seconds: number) => new Date((START + seconds) * 1000).toISOString();

export const DRIVE_CSV = `time,lat,lon\n${DRIVE.map(([lon, lat, s]) => `${iso(s)},${lat},${lon}`).join("\n")}\n`;

export const DRIVE_GPX = `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
${DRIVE.map(([lon, lat, s]) => `<trkpt lat="${lat}" lon="${lon}"><time>${iso(s)}</time></trkpt>`).join("\n")}
</trkseg></trk></gpx>`;

export const DRIVE_EXECUTE = JSON.stringify({
  features: DRIVE.map(([x, y, s], i) => ({ attributes: { OBJECTID: i + 1, location_timestamp: (START + s) * 1000 }, geometry: { x, y } })),
});

/** One line of NDJSON with the drive and an id. */
export function driveLine(id: string): string {
  return JSON.stringify({ id, points: DRIVE.map(([lon, lat, s]) => [lon, lat, START + s]) });
}
