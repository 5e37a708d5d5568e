/** Boxes of samples in transport: their tubes, the state of each tube on arrival, and their paper list. */
export { printBoxPaper } from './print-box-paper.ts'
export {
  addExtra,
  insertManifest,
  insertTubes,
  setArrived,
  setClosed,
  setLeft,
  setTube,
  setUnpacked,
  tubeSeen,
} from './queries-boxes.ts'
