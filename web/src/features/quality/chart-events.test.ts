import { expect, it } from 'vitest'
import type { InstrumentMark } from '#contract/instrument-care.ts'
import type { ControlValue } from '#contract/quality.ts'
import { marksAmong } from './chart-events.tsx'

const value = (at: string, instrument = 'Counter') => ({ at, instrument }) as ControlValue
const mark = (at: string, instrument = 'Counter'): InstrumentMark => ({
  id: at,
  kind: 'lot',
  at,
  instrument,
  lot: 'R1',
  item: '',
  note: '',
})

it('a lot or calibration is marked before the first value that was measured after it', () => {
  const values = [value('2026-03-01T08:00:00Z'), value('2026-03-02T08:00:00Z')]
  const places = (at: string, instrument?: string) =>
    marksAmong([mark(at, instrument)], values).map(({ before }) => before)
  expect(places('2026-03-01T12:00:00Z')).toEqual([1])
  expect(places('2026-03-03T12:00:00Z')).toEqual([2])
  // A mark before the first value, a mark of an analyser without values on the chart, and a chart without values.
  expect(places('2026-02-28T12:00:00Z')).toEqual([])
  expect(places('2026-03-01T12:00:00Z', 'Another')).toEqual([])
  expect(marksAmong([mark('2026-03-01T12:00:00Z')], [])).toEqual([])
})
