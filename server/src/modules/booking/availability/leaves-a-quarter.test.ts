import { expect, it } from 'vitest'
import type { Plan } from '#server/modules/sites/index.ts'
import { leavesAQuarter } from './leaves-a-quarter.ts'

const day = '2026-03-10'
const at = (hour: number) => Date.parse('2026-03-10T00:00:00Z') / 60_000 + hour * 60
/** Four hours on two chairs: eight hours of chair time, of which two are a quarter. */
const plan = (
  closures: { start: number; end: number; reason: string }[] = [],
): Parameters<typeof leavesAQuarter>[0] => ({
  site: { id: '1', name: 'Ridge', timeZone: 'Africa/Accra', closed: false } as Plan['site'],
  hours: [{ weekday: 2, opens: 8 * 60, closes: 12 * 60 }] as unknown as Plan['hours'],
  closures: closures as Plan['closures'],
  chairs: [1, 2],
})
const taken = (...hours: [chair: number, from: number, to: number][]) =>
  hours.map(([chair, from, to]) => ({ chair, start: at(from), end: at(to) }))
const hold = { start: at(11), end: at(12) }
const early = at(0)

it('a hold that leaves exactly a quarter is allowed, one that leaves less is not', () => {
  expect(leavesAQuarter(plan(), taken([1, 8, 12], [2, 8, 9]), day, hold, early)).toBe(true)
  expect(leavesAQuarter(plan(), taken([1, 8, 12], [2, 8, 9.25]), day, hold, early)).toBe(false)
})

it('the free quarter counts neither overbooked places nor time outside the opening hours', () => {
  expect(leavesAQuarter(plan(), taken([491, 8, 12], [1, 6, 8], [1, 12, 14]), day, hold, early)).toBe(true)
})

it('the free quarter counts only capacity outside closures', () => {
  const closure = { start: at(8), end: at(10), reason: 'Training' }
  expect(leavesAQuarter(plan([closure]), taken([1, 10, 12]), day, hold, early)).toBe(true)
  expect(leavesAQuarter(plan([closure]), taken([1, 10, 12], [2, 10, 10.5]), day, hold, early)).toBe(false)
})

it('the free quarter counts only the rest of today', () => {
  expect(leavesAQuarter(plan(), [], day, hold, at(11))).toBe(true)
  expect(leavesAQuarter(plan(), taken([1, 11, 12]), day, hold, at(11))).toBe(false)
})
