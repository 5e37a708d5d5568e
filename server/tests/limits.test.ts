import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Limit, spend, spendFrequent } from '#server/platform/limits.ts'
import { openTestApp, type TestApp } from './harness.ts'

let lab: TestApp
/** Another server process on the same database. */
let other: TestApp
beforeAll(async () => {
  lab = await openTestApp()
  other = await openTestApp({ sameDatabaseAs: lab, clock: lab.clock })
})
afterAll(async () => {
  await other.close()
  await lab.close()
})

const aMinute = (burst: number): Limit => ({ name: 'calls of a test', burst, perSeconds: 60 })

/** How many of so many concurrent calls the limit allows. */
async function allowed(calls: number, spends: typeof spend, app: TestApp, limit: Limit, subject: string) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: calls }, () => spends(app.context, limit, subject)),
  )
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

/** How many calls the shared row of the limit counts. */
async function counted(limit: Limit) {
  const { rows } = await lab.pool.query<{ seconds: number }>(
    'select extract(epoch from max(full_at) - $1::timestamptz)::float8 as seconds from rate_limit',
    [lab.clock.now()],
  )
  return Math.round(((rows[0]?.seconds ?? 0) * limit.burst) / limit.perSeconds)
}

describe('a limit of frequent calls', () => {
  it('allows one process exactly as many calls as the limit', async () => {
    const limit = aMinute(1_000)
    expect(await allowed(1_500, spendFrequent, lab, limit, 'exact')).toBe(1_000)
    expect(await allowed(1, spend, lab, limit, 'exact')).toBe(0)
  })

  it('counts calls that follow one another several at once, and never fewer than were made', async () => {
    await lab.pool.query('delete from rate_limit')
    const limit = aMinute(6_000)
    for (let call = 0; call < 100; call++) await spendFrequent(lab.context, limit, 'several')
    // 1 + 2 + 4 + 8 + 16 + 32 + 60: no part is larger than a hundredth of the limit.
    expect(await counted(limit)).toBe(123)
  })

  it('counts single calls one by one, and forfeits what is left of a part after a tenth of the time', async () => {
    await lab.pool.query('delete from rate_limit')
    const limit = aMinute(6_000)
    for (let call = 0; call < 5; call++) {
      await spendFrequent(lab.context, limit, 'single')
      lab.clock.advance(6_000)
    }
    // Each allowance has refilled meanwhile.
    await spendFrequent(lab.context, limit, 'single')
    expect(await counted(limit)).toBe(1)
  })

  it('allows two processes together no more calls than the limit', async () => {
    const limit = aMinute(1_000)
    const both = await Promise.all([
      allowed(800, spendFrequent, lab, limit, 'both'),
      allowed(800, spendFrequent, other, limit, 'both'),
    ])
    const sum = both.reduce((total, calls) => total + calls)
    expect(sum).toBeLessThanOrEqual(1_000)
    // What one of them has left of its last part.
    expect(sum).toBeGreaterThan(1_000 - 2 * 10)
  })
})
