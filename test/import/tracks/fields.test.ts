// Field names: what they mean, and in which unit.
import { describe, expect, it } from "vitest";
import { recogniseField, recogniseFields } from "../../../src/import/tracks/fields.js";

describe("a field name", () => {
  it.each(["Länge", "Laenge (m)", "Breite", "Breite [m]"])("is no coordinate if it may be a length or a width: %s", (name) => {
    expect(recogniseField(name)).toBeUndefined();
  });

  it.each([
    [
      "lon",
      [
        "lon",
        "lng",
        "Longitude",
        "LONG",
        "x",
        "gps_longitude",
        "location-long",
        "gps_long",
        "position_long",
        "location_x",
        "gps_x",
        "position_x",
      ],
    ],
    ["lat", ["lat", "Latitude", "Y", "position.latitude", "location_y", "gps_y", "position_y"]],
    ["time", ["time", "Timestamp", "location_timestamp", "DateTime", "recorded_at", "epoch_ms", "event_timestamp", "Fecha y hora", "tst"]],
    ["accuracy", ["accuracy", "horizontal_accuracy", "Horizontal Accuracy (m)", "hdop", "hAcc", "accuracy_horizontal"]],
    ["speed", ["speed", "speed_kmh", "Speed (km/h)", "speed_kph", "SPEED_MPH", "ground-speed"]],
    ["course", ["course", "bearing", "Heading", "azimuth", "cog"]],
    ["trackId", ["track_id", "tripId", "vehicle", "Vehicle ID", "MMSI", "user_id", "License Plate", "Immatriculation"]],
    ["objectId", ["OBJECTID", "id", "fid"]],
  ])("%s is recognised", (field, names) => {
    for (const name of names) expect(recogniseField(name)?.field, name).toBe(field);
  });

  it.each([
    ["Velocity (m/s)", "speed", 1, 1],
    ["GPS Speed (Meters/second)", "speed", 1, 1],
    ["Snelheid [km/h]", "speed", 1, 3.6],
    ["Velocidad (mph)", "speed", 0.44704, 1],
    ["LOCATION Speed ( Kmh)", "speed", 1, 3.6],
    ["Horizontale Genauigkeit (m)", "accuracy", 1, 1],
    ["Zeit (s)", "time", 1, 1],
    ["Heure (ms)", "time", 1, 1000],
    ["Date et heure (UTC)", "time", 1, 1],
    ["Länge (°)", "lon", 1, 1],
    ["Breite [deg]", "lat", 1, 1],
    ["Cap (°)", "course", 1, 1],
  ])("may have its unit in brackets: %s", (name, field, multiply, divide) => {
    expect(recogniseField(name)).toMatchObject({ field, multiply, divide });
  });

  it.each(["Velocity (mm/s)", "Accuracy (ft)", "Genauigkeit (cm)", "Time (min)", "speed_kmh (mph)", "Vehicle (m)", "(m/s)"])(
    "with an unknown unit is not recognised: %s",
    (name) => expect(recogniseField(name)).toBeUndefined(),
  );

  it.each(["name", "altitude", "longest", "speed limit", "confidence", "snapped_lon", "", "__proto__"])("%s is not recognised", (name) => {
    expect(recogniseField(name)).toBeUndefined();
  });

  it("that is better known counts if there are several for one field, unless it is empty", () => {
    expect(recogniseFields({ hdop: 2, accuracy: 5 }).accuracy?.value).toBe(5);
    expect(recogniseFields({ accuracy: "", hdop: 2 }).accuracy?.value).toBe(2);
    expect(recogniseFields({ hdop: 2, accuracy: null }).accuracy?.value).toBe(2);
  });
});
