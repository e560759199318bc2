// Descriptions: what the GIS server says about itself: its version and tokens, the service, the task with its parameters, the travel modes.
import { ROAD_PROPERTIES } from "../snap/road-properties.js";
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES } from "../snap/travel-mode-objects.js";
import type { TravelMode } from "../snap/travel-modes.js";
import { MOST_MINUTES } from "./tokens/index.js";
import type { ServiceUrls } from "./urls.js";

/** The release of the hosted services that these answers are modelled on. */
const VERSION = { currentVersion: 11.4, fullVersion: "11.4.0" };
const DESCRIPTION = "Snaps points collected along tracks to the roads most likely travelled.";

/** A task's parameter. Clients need defaultValue on every one. */
export interface TaskParameter {
  name: string;
  dataType: string;
  displayName: string;
  description: string;
  direction: "esriGPParameterDirectionInput" | "esriGPParameterDirectionOutput";
  defaultValue: unknown;
  parameterType: "esriGPParameterTypeRequired" | "esriGPParameterTypeOptional" | "esriGPParameterTypeDerived";
  category: string;
  choiceList?: readonly string[];
}

/**
 * `/rest/info`: where tokens come from. A server with a portal names it as its owner, so that the portal's tokens are valid here. A fixed token has no such
 * address.
 */
export function serverInfo(urls: ServiceUrls, tokens: { needed: boolean; portal: boolean }): object {
  return {
    ...VERSION,
    ...(tokens.portal && { owningSystemUrl: urls.portal }),
    authInfo: {
      isTokenBasedSecurity: tokens.needed,
      ...(tokens.portal && { tokenServicesUrl: urls.generateToken, shortLivedTokenValidity: MOST_MINUTES }),
    },
  };
}

/** `/GPServer` */
export function serviceDescription(maxRecords: number): object {
  return {
    currentVersion: VERSION.currentVersion,
    serviceDescription: DESCRIPTION,
    tasks: ["SnapToRoads"],
    executionType: "esriExecutionTypeSynchronous",
    resultMapServerName: "",
    maximumRecords: maxRecords,
  };
}

/** `/GPServer/SnapToRoads` */
export function taskDescription(): { name: string; parameters: TaskParameter[] } & Record<string, unknown> {
  return {
    name: "SnapToRoads",
    displayName: "SnapToRoads",
    description: DESCRIPTION,
    category: "",
    helpUrl: "",
    executionType: "esriExecutionTypeSynchronous",
    parameters: PARAMETERS,
  };
}

/** `/retrieveTravelModes` */
export function travelModes(): { supportedTravelModes: readonly TravelMode[]; defaultTravelMode: string } {
  return { supportedTravelModes: TRAVEL_MODES, defaultTravelMode: DEFAULT_TRAVEL_MODE.id };
}

function input(name: string, dataType: string, description: string, more: Partial<TaskParameter> = {}): TaskParameter {
  const displayName = name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
  return {
    name,
    dataType,
    displayName,
    description,
    direction: "esriGPParameterDirectionInput",
    defaultValue: null,
    parameterType: "esriGPParameterTypeOptional",
    category: "",
    ...more,
  };
}

function output(name: string, dataType: string, description: string, defaultValue: unknown): TaskParameter {
  return input(name, dataType, description, {
    direction: "esriGPParameterDirectionOutput",
    parameterType: "esriGPParameterTypeDerived",
    defaultValue,
  });
}

function emptySet(geometryType: string, fields: readonly (readonly [name: string, type: string])[]): object {
  return {
    displayFieldName: "",
    geometryType,
    spatialReference: { wkid: 4326, latestWkid: 4326 },
    fields: fields.map(([name, type]) => ({ name, type: `esriFieldType${type}`, alias: name, ...(type === "String" && { length: 255 }) })),
    features: [],
    exceededTransferLimit: false,
  };
}

const POINT_FIELDS = [
  ["OBJECTID", "OID"],
  ["location_timestamp", "Date"],
  ["horizontal_accuracy", "Double"],
  ["speed", "Double"],
  ["course", "Double"],
  ["track_id", "String"],
] as const;
const SNAPPED_FIELDS = [
  ["ObjectID", "OID"],
  ["confidence", "Double"],
  ["line_id", "Integer"],
] as const;
const LINE_FIELDS = [
  ["ObjectID", "OID"],
  ["track_id", "String"],
  ["line_type", "String"],
] as const;

const PROPERTY_LIST = { defaultValue: [], choiceList: ROAD_PROPERTIES };

const PARAMETERS: TaskParameter[] = [
  input(
    "points",
    "GPFeatureRecordSetLayer",
    "Points to snap: a feature set. Attributes, all optional: OBJECTID, location_timestamp (ms since 1970), horizontal_accuracy (m), speed (m/s), course (degrees clockwise from north), track_id.",
    { parameterType: "esriGPParameterTypeRequired", defaultValue: emptySet("esriGeometryPoint", POINT_FIELDS) },
  ),
  input("travel_mode", "GPString", `A travel mode object, or the name of one: ${TRAVEL_MODES.map((mode) => mode.name).join(", ")}.`),
  input("return_lines", "GPBoolean", "Whether to return the lines travelled too.", { defaultValue: false }),
  input("road_properties_on_snapped_points", "GPMultiValue:GPString", "Road properties to add to the points.", PROPERTY_LIST),
  input("road_properties_on_lines", "GPMultiValue:GPString", "Road properties to add to the lines.", PROPERTY_LIST),
  input("context", "GPString", 'Spatial reference of the output, and where points are used: {"outSR":4326,"extent":{…}}.'),
  output("output_snapped_points", "GPFeatureRecordSetLayer", "Every point, on its road.", emptySet("esriGeometryPoint", SNAPPED_FIELDS)),
  output("output_lines", "GPFeatureRecordSetLayer", "The lines travelled.", emptySet("esriGeometryPolyline", LINE_FIELDS)),
  output("usage_cost", "GPString", "How many points were snapped.", null),
];
