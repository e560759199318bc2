// `roadsnap/node`: what needs a file system.
export { writeFileAtomic } from "./atomic.js";
export {
  listKubicka,
  type ReadTruthOptions,
  readDrivesFile,
  readKubickaFolder,
  readTruthFile,
  type TrackGroup,
} from "./corpora.js";
export {
  type OpenOptions,
  openRoads,
  type ReadOptions,
  type RoadsFile,
  type RoadsKind,
  readInput,
  readRoads,
  readRoadsFile,
  saveRoads,
} from "./files.js";
