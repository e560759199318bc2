// Fields: the names that point fields have in files of any format, and which field and unit each means.
import { SnapError, shown } from "../../errors.js";
import { isBlank, parseNumber } from "./values.js";

/** What a field of a point can say. */
export type Field = "lon" | "lat" | "time" | "accuracy" | "speed" | "course" | "trackId" | "objectId";

/** A recognised field name. The value times `multiply` over `divide` is in the unit of InputPoint. */
export interface FieldName {
  field: Field;
  /** The name without case and punctuation. */
  name: string;
  multiply: number;
  divide: number;
  /** The unit follows from the name (`speed_kmh`, `time_ms`); otherwise a bare number of a time is judged by its size. */
  fixedUnit: boolean;
  /** A dilution of precision, subject to the `hdopScale` option. */
  dilution: boolean;
  /**
   * What a track id identifies: a trip (other travellers may have a trip of the same id), a traveller (who may have several trips), or null for a track, where
   * it is unique.
   */
  idOf: "trip" | "traveller" | null;
  /** Of two names for one field in the same record the one with the lower rank is used. */
  rank: number;
}

/** A value of a recognised field, unchanged. */
export interface FieldValue {
  value: unknown;
  name: FieldName;
}

/** The recognised fields of one point. `traveller`: the best-known one of the track ids that identify a traveller. */
export type FieldValues = Partial<Record<Field | "traveller", FieldValue>>;

const KPH = [1, 3.6] as const;
const MPH = [0.44704, 1] as const;
const KNOTS = [1852, 3600] as const;
const MILLI = [1, 1000] as const;

// Names without case, accents and punctuation, the best-known first: "location_timestamp", "Location Timestamp" and "locationTimestamp" are one name. The last
// names of each field are German, Spanish, French, Italian, Portuguese and Dutch. Dates rank behind all names that may be times of the day. Words that also
// mean the length of a trip or the width of a road are coordinates only with a unit of degrees, or under the conditions in csv-columns.ts.
const NAMES: [field: Field, names: string, is?: readonly [multiply: number, divide: number] | "trip" | "traveller"][] = [
  [
    "lon",
    "lon lng longitude long x locationlongitude locationlong locationlon locationlng gpslongitude gpslong gpslon gpslng poslon poslong",
  ],
  [
    "lon",
    "positionlongitude positionlong positionlon positionlng locationx gpsx positionx coordslongitude longitudedeg longitudedegrees londeg decimallongitude pointx xcoord longitudeew",
  ],
  [
    "lon",
    "langengrad laengengrad geolange geolaenge geogrlange geogrlaenge geographischelange geographischelaenge longitud longitudine lengtegraad langedeg laengedeg",
  ],
  ["lat", "lat latitude y locationlatitude locationlat gpslatitude gpslat poslat"],
  [
    "lat",
    "positionlatitude positionlat locationy gpsy positiony coordslatitude latitudedeg latitudedegrees latdeg decimallatitude pointy ycoord latitudens",
  ],
  ["lat", "breitengrad geobreite geogrbreite geographischebreite latitud latitudine breedtegraad breitedeg"],
  ["time", "locationtimestamp time timestamp datetime timestamputc datetimeutc timeutc utctime utc gpstime gpstimestamp gpsdatetime"],
  ["time", "recordedat fixtime devicetime times coordtimes unixtime unixtimestamp epoch epochtime isotime ts t when"],
  ["time", "eventtime eventtimestamp eventdatetime eventts basedatetime sampletime tst"],
  [
    "time",
    "zeitstempel zeitpunkt datumzeit datumuhrzeit uhrzeit zeit fechahora fechayhora hora dateheure dateetheure horodatage heure dataora dataeora datahora dataehora ora",
  ],
  ["time", "datumtijd tijdstip tijd date datum fecha"],
  ["time", "locationtimestampms timestampms timems epochms epochmillis unixms unixtimems timestampmillis", MILLI],
  ["accuracy", "horizontalaccuracy accuracy accuracyhorizontal hacc haccuracy horaccur horizontalaccuracym accuracym accuracymeters"],
  ["accuracy", "accuracymetres gpsaccuracy locationaccuracy positionaccuracy herr eph acc accuracies"],
  ["accuracy", "genauigkeit horizontalegenauigkeit precision precisione precisao nauwkeurigheid"],
  ["accuracy", "hdop hdops gpshdop"],
  [
    "speed",
    "speed speedms speedmps speedmpersec speedmeterspersecond velocity velocityms velocitymps groundspeed gpsspeed locationspeed speeds",
  ],
  ["speed", "geschwindigkeit geschwindigkeitms velocidad velocidadms vitesse vitessems velocita velocitams velocidade snelheid"],
  [
    "speed",
    "speedkmh speedkph speedkmph speedkmhr kmh kph gpsspeedkmh velocitykmh groundspeedkmh speedkmperhour speedkilometersperhour",
    KPH,
  ],
  ["speed", "geschwindigkeitkmh velocidadkmh vitessekmh velocitakmh velocidadekmh snelheidkmh", KPH],
  ["speed", "speedmph mph gpsspeedmph speedmilesperhour", MPH],
  ["speed", "speedknots speedknot speedkn speedkts speedkt knots", KNOTS],
  ["course", "course courseoverground cog coursedeg coursedegrees bearing heading azimuth courses"],
  ["course", "bearingdeg bearingdegrees headingdeg headingdegrees azimuthdeg direction bearings headings gpscourse gpsbearing gpsheading"],
  ["course", "kurs fahrtrichtung richtung cap rumbo rumo koers"],
  ["trackId", "trackid trackidentifier"],
  ["trackId", "tripid trip trajectoryid trajid journeyid driveid sessionid rideid fahrtid fahrt viaje trajet viaggio viagem rit", "trip"],
  ["trackId", "vehicleid deviceid taxiid carid busid unitid imei vehicle device", "traveller"],
  ["trackId", "track trajectory trackname"],
  ["trackId", "vehiclename fahrzeugid fahrzeug kennzeichen vehiculo vehicule veicolo veiculo voertuig", "traveller"],
  ["trackId", "immatriculation matricula targa kenteken", "traveller"],
  [
    "trackId",
    "vin licenseplate plate assetid assetname devicename trackerid mmsi individuallocalidentifier taglocalidentifier driverid userid",
    "traveller",
  ],
  ["objectId", "objectid oid fid pointid id"],
];

const BY_NAME = new Map<string, FieldName>();
for (const [field, names, is] of NAMES) {
  const [unit, idOf] = typeof is === "string" ? [undefined, is] : [is, null];
  const [multiply, divide] = unit ?? [1, 1];
  for (const name of names.split(" ")) {
    const dilution = /hdop/.test(name);
    BY_NAME.set(name, { field, name, multiply, divide, fixedUnit: unit !== undefined, dilution, idOf, rank: BY_NAME.size });
  }
}

// Units in brackets behind a name of the field, in any language: "Velocity (m/s)", "Zeit [s]". With any other unit the name is not that field.
const UNITS: [field: Field, words: string, unit?: readonly [multiply: number, divide: number]][] = [
  ["lon", "deg degrees"],
  ["lat", "deg degrees"],
  ["course", "deg degrees"],
  ["accuracy", "m meter meters metre metres"],
  ["speed", "ms mps msec meterssecond meterspersecond metrespersecond"],
  ["speed", "kmh kph kmph kmhr", KPH],
  ["speed", "mph", MPH],
  ["speed", "kn kt kts knots", KNOTS],
  ["time", "utc gmt"],
  ["time", "s sec seconds", [1, 1]],
  ["time", "ms msec milliseconds", MILLI],
];
const UNIT_OF = new Map(UNITS.flatMap(([field, words, unit]) => words.split(" ").map((word) => [`${field} ${word}`, unit])));
const IN_BRACKETS = /^([^([]+)[([]([^()[\]]+)[)\]]\s*$/;

/** A character that may have an accent. */
const BEYOND_ASCII = /[^ -~]/;

/** Cache of names looked up: the names in a file repeat with every point. */
const SEEN = new Map<string, FieldName | undefined>();
const MOST_SEEN = 1000;

/** The field that a column, property or element of this name is; undefined if the name is not known. */
export function recogniseField(name: string): FieldName | undefined {
  if (name.length > 100) return undefined;
  if (SEEN.has(name)) return SEEN.get(name);
  const [, before, unit] = IN_BRACKETS.exec(name) ?? [];
  const field =
    (before === undefined ? undefined : inUnit(BY_NAME.get(plainName(before)), plainName(unit))) ?? BY_NAME.get(plainName(name));
  if (SEEN.size === MOST_SEEN) SEEN.clear();
  SEEN.set(name, field);
  return field;
}

/** A name without case, accents and punctuation. */
export function plainName(name: string): string {
  const text = BEYOND_ASCII.test(name) ? name.normalize("NFD") : name;
  return text
    .toLowerCase()
    .replace("°", "deg")
    .replace(/[^a-z0-9]/g, "");
}

/** The field `name` with a unit, for a name without a unit of its own; undefined if the field has no such unit. */
function inUnit(name: FieldName | undefined, word: string): FieldName | undefined {
  if (!name || name.fixedUnit || !UNIT_OF.has(`${name.field} ${word}`)) return undefined;
  const unit = UNIT_OF.get(`${name.field} ${word}`);
  const [multiply, divide] = unit ?? [1, 1];
  return { ...name, multiply, divide, fixedUnit: unit !== undefined };
}

/** A number with its unit behind it. */
const AMOUNT = /^\s*([+-]?\d[\d.,]*)\s*([a-z/]{1,20}|°)\s*$/i;

/**
 * Splits an amount into its number and its field with unit: `12.3 km/h` is a speed in km/h, if the name does not contradict. The number is NaN if the value is
 * no amount.
 */
export function parseAmount(value: unknown, name: FieldName, decimalComma = false): { number: number; name: FieldName } {
  const number = parseNumber(value, decimalComma);
  const [, digits, unit] = (Number.isNaN(number) && typeof value === "string" && AMOUNT.exec(value)) || [];
  if (digits === undefined) return { number, name };
  const named = inUnit({ ...name, fixedUnit: false }, plainName(unit));
  if (!named || (name.fixedUnit && (named.multiply !== name.multiply || named.divide !== name.divide))) return { number, name };
  return { number: parseNumber(digits, decimalComma), name: named };
}

/** Looks up a known field name, for readers that know the meaning of a value from the format itself. */
export function fieldName(name: string): FieldName {
  const found = BY_NAME.get(name);
  if (!found) throw new RangeError(`"${name}" is not a field name`);
  return found;
}

/** The recognised fields of a record. Of several names for one field, the best-known one that has a value is used. */
export function recogniseFields(record: Record<string, unknown>, recognise = recogniseField): FieldValues {
  const found: FieldValues = {};
  for (const [key, value] of Object.entries(record)) {
    const name = recognise(key);
    if (!name) continue;
    keepBest(found, name.field, { value, name });
    if (name.idOf === "traveller") keepBest(found, "traveller", { value, name });
  }
  return found;
}

function keepBest(found: FieldValues, field: Field | "traveller", one: FieldValue): void {
  const before = found[field];
  if (!before || (!isBlank(one.value) && (isBlank(before.value) || one.name.rank < before.name.rank))) found[field] = one;
}

/** The name of a time that is given in addition to `date`, so that the two are to be joined; undefined if there is none. */
export function timeBesideDate(given: Readonly<Record<string, string>>): string | undefined {
  if (given.date === undefined) return undefined;
  return Object.keys(given).find((known) => known !== "date" && recogniseField(known)?.field === "time");
}

/** Recognises the names in a file without columns: known names, and the names given in the option columns. A field whose name is given has no other. */
export class FieldNames {
  /** The fields by the names given for them, without regard to case. */
  readonly #given = new Map<string, FieldName>();
  readonly #fields = new Set<Field>();
  /** Names given that no record so far has. */
  readonly #unseen = new Map<string, { name: string; field: Field }>();

  /** @throws SnapError "bad-option" for a `date` given together with a time: only a CSV can have the two in separate cells. */
  constructor(given: Readonly<Record<string, string>>) {
    const time = timeBesideDate(given);
    if (time !== undefined) {
      throw new SnapError(
        "bad-option",
        `The option columns names both date and ${time}; only a CSV can have them in separate columns, so name one property that has the date and the time.`,
        { name: "columns", value: given },
      );
    }
    for (const [known, name] of Object.entries(given)) {
      const said = recogniseField(known);
      if (said === undefined) continue;
      this.#given.set(anyCase(name), said);
      this.#fields.add(said.field);
      this.#unseen.set(anyCase(name), { name, field: said.field });
    }
  }

  isGiven(...fields: Field[]): boolean {
    return fields.some((field) => this.#fields.has(field));
  }

  /** Whether the name given for one of these fields has not been seen so far. */
  isMissing(...fields: Field[]): boolean {
    return [...this.#unseen.values()].some(({ field }) => fields.includes(field));
  }

  /** As {@link recogniseFields}. */
  fieldsOf(record: Record<string, unknown>): FieldValues {
    return this.#given.size === 0 ? recogniseFields(record) : recogniseFields(record, (name) => this.#recognise(name));
  }

  /** A sentence about the names given that were not seen; null if all were. `what`: what should have that name. `there`: the names that there are. */
  missing(what: string, there: readonly string[]): string | null {
    if (this.#unseen.size === 0) return null;
    return `No ${what} is called ${shownNames([...this.#unseen.values()].map(({ name }) => name))}; there are ${shownNames(there) || "none"}.`;
  }

  #recognise(name: string): FieldName | undefined {
    const given = this.#given.get(anyCase(name));
    if (given) {
      this.#unseen.delete(anyCase(name));
      return given;
    }
    const known = recogniseField(name);
    return known && !this.#fields.has(known.field) ? known : undefined;
  }
}

const anyCase = (name: string) => name.trim().toLowerCase();

/** Names of fields for a sentence, at most 30 of them. */
export function shownNames(names: readonly string[]): string {
  const there = names.slice(0, 30).map((name) => shown(name));
  return `${there.join(", ")}${names.length > 30 ? " …" : ""}`;
}
