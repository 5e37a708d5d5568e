import { describe, expect, it, vi } from 'vitest'
import { type Case, measure } from './measure.ts'
import { oneType, severalTypes, urgentOnes } from './scenarios.ts'
import { errorsOf, insideShare } from './table.ts'

// Some seconds each on an idle machine, and more on a busy one.
vi.setConfig({ testTimeout: 60_000 })
const runs = 60

function expectEightOfTen(cases: readonly Case[]) {
  for (const which of ['raw', 'corrected'] as const) {
    expect(insideShare(cases, which)).toBeGreaterThan(0.75)
    expect(insideShare(cases, which)).toBeLessThan(0.85)
  }
}

describe('the forecast, measured on simulated waiting rooms', () => {
  it('errs no more than a tenth above the optimum where the optimum is known: exponential service, one type', () => {
    const cases = measure(oneType, runs)
    expect(errorsOf(cases, 'forecast').rmse / errorsOf(cases, 'QL').rmse).toBeLessThan(1.1)
    for (const formula of ['HOL', 'LES'] as const) {
      expect(errorsOf(cases, 'forecast').rmse).toBeLessThan(0.85 * errorsOf(cases, formula).rmse)
    }
    expect(errorsOf(cases, 'position × service').rmse).toBeGreaterThan(10 * errorsOf(cases, 'QL').rmse)
    expectEightOfTen(cases)
  })

  it('errs a fifth less than the best formula where visits differ', () => {
    const cases = measure(severalTypes, runs)
    expect(errorsOf(cases, 'forecast').rmse / errorsOf(cases, 'QL').rmse).toBeLessThan(2.36 / 2.97)
    expectEightOfTen(cases)
  })

  it('is right on average within half a minute where a third are urgent and pass, which a formula without them is not', () => {
    const cases = measure(urgentOnes, runs)
    expect(Math.abs(errorsOf(cases, 'forecast').bias)).toBeLessThan(0.5)
    expect(errorsOf(cases, 'QL').bias).toBeLessThan(-5)
    for (const urgent of [true, false]) {
      const some = cases.filter((one) => (one.class === 'stat') === urgent)
      expect(some.length).toBeGreaterThan(500)
      expectEightOfTen(some)
    }
  })
})
