import { expect, it } from 'vitest'
import { capOf } from './cap-of.ts'

it.each([
  ['EDTA (purple/lavender), 2-4 mL', 'edta'],
  ['Sodium citrate 1:4 (black) or EDTA', 'edta'],
  ['Fluoride oxalate (grey), 2 mL', 'fluoride'],
  ['SST (gold) or lithium heparin (green), 3-5 mL', 'sst'],
  ['Plain or SST (red/gold), 3-5 mL', 'sst'],
  ['Sodium citrate (light blue), 2.7 mL', 'citrate'],
  ['Lithium heparin (green), 4 mL', 'heparin'],
  ['Plain (red), 5 mL', 'plain'],
  ['Sterile universal container, 20-30 mL', 'container'],
  ['Clean screw-cap stool container', 'container'],
])('the tube “%s” is drawn with the cap %s', (tube, cap) => {
  expect(capOf(tube)).toBe(cap)
})
