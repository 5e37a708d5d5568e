/** The colours of the caps of tubes, by kind. */
export const capFills = {
  edta: 'fill-cap-edta',
  fluoride: 'fill-cap-fluoride',
  sst: 'fill-cap-sst',
  citrate: 'fill-cap-citrate',
  heparin: 'fill-leaf',
  plain: 'fill-cap-plain',
}
