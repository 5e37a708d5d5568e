import { expect, it } from 'vitest'
import { summarizeControls } from './read-controls.ts'

const since = new Date('2026-03-09T00:00:00Z')
const measured = (lot: string, at: string | null) => ({
  lot,
  analyte: 'HGB',
  rejections: [],
  unanswered: false,
  latest: at === null ? null : { at, rules: [] },
})

it('a control that one analyser measured long ago and another today was measured today', () => {
  const lines = [measured('low', '2026-01-09T08:00:00Z'), measured('low', '2026-03-09T08:00:00Z')]
  expect(summarizeControls(lines, since)).toEqual({ state: 'in', at: '2026-03-09T08:00:00Z', stale: false })
})

it('the oldest of several lots is the age of the controls', () => {
  const lots = [measured('low', '2026-03-09T08:00:00Z'), measured('high', '2026-03-08T08:00:00Z')]
  expect(summarizeControls(lots, since)).toEqual({ state: 'in', at: '2026-03-08T08:00:00Z', stale: true })
})

it('controls are stale if one of them was never measured', () => {
  const lots = [measured('low', '2026-03-09T08:00:00Z'), measured('high', null)]
  expect(summarizeControls(lots, since)).toMatchObject({ at: null, stale: true })
})
