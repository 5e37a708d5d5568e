import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#server/modules/sites/index.ts'
import { forecastDays, forecastStock } from './forecast.ts'

// A Monday.
const today = '2026-03-09'
const none = new Map<string, number>()
const supply = { today, booked: none, usual: Array<number>(7).fill(0), deliveryDays: 7, reorderLevel: 0 }
const lot = (usableUntil: string, remaining: number) => ({ usableUntil, remaining })
const daily = (need: number) => Array<number>(7).fill(need)

describe('the forecast of an item in stock', () => {
  it('runs out on the first day whose need is above the remaining quantity', () => {
    const forecast = forecastStock({ ...supply, lots: [lot('2026-12-31', 100)], usual: daily(8) })
    expect(forecast).toMatchObject({ state: 'enough', usable: 100, runsOutOn: '2026-03-21' })
  })

  it('uses the booked need of a day if it is above the mean', () => {
    const booked = new Map([['2026-03-11', 90]])
    const forecast = forecastStock({ ...supply, lots: [lot('2026-12-31', 100)], usual: daily(8), booked })
    expect(forecast).toMatchObject({ state: 'order', booked: 90, runsOutOn: '2026-03-11' })
  })

  it('does not count lots after their last day', () => {
    const lots = [lot('2026-03-08', 500), lot('2026-03-10', 50), lot('2026-12-31', 20)]
    const forecast = forecastStock({ ...supply, lots, usual: daily(5), deliveryDays: 2 })
    expect(forecast).toMatchObject({ usable: 70, firstExpiry: '2026-03-10', runsOutOn: '2026-03-15' })
    expect(forecast.state).toBe('expiring')
  })

  it('must be ordered at the reorder level after the need until delivery', () => {
    const at = (reorderLevel: number) =>
      forecastStock({ ...supply, lots: [lot('2026-12-31', 1_000)], usual: daily(10), reorderLevel }).state
    expect(at(929)).toBe('enough')
    expect(at(930)).toBe('order')
  })

  it('is out without a usable lot', () => {
    const forecast = forecastStock({ ...supply, lots: [lot('2026-03-08', 500)] })
    expect(forecast).toMatchObject({ state: 'out', usable: 0, firstExpiry: null, runsOutOn: today })
  })

  it('lasts at least as long with more stock, and never longer than its lots', () => {
    const lots = fc.array(
      fc.record({ days: fc.integer({ min: 0, max: 80 }), remaining: fc.integer({ min: 1, max: 300 }) }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 20 }), (known, need) => {
        const own = known.map(({ days, remaining }) => lot(addDays(today, days), remaining))
        const lasts = (all: typeof own) =>
          forecastStock({ ...supply, lots: all, usual: daily(need) }).runsOutOn ??
          addDays(today, forecastDays)
        const until = lasts(own)
        expect(lasts([...own, lot(addDays(today, 40), 50)]) >= until).toBe(true)
        const last =
          own
            .map(({ usableUntil }) => usableUntil)
            .sort()
            .at(-1) ?? today
        expect(until <= addDays(last, 1) || until === addDays(today, forecastDays)).toBe(true)
      }),
    )
  })
})
