import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainAudit, sayVerdict } from '#server/modules/insights/index.ts'
import { compareAllPersons } from '#server/modules/people/index.ts'
import { migrate } from '#server/platform/migrate.ts'
import { fillBeforePersons, keptByUpgrade, madeByUpgrade, migrateUpTo } from './earlier-database.ts'
import { openEmpty } from './harness.ts'

type Empty = Awaited<ReturnType<typeof openEmpty>>

describe('a database of a version without persons', () => {
  let empty: Empty
  beforeAll(async () => {
    empty = await openEmpty()
  })
  afterAll(() => empty.close())

  it('an upgrade leaves every byte of reports and audit entries unchanged, and gives each visit a person', async () => {
    const { pool, context } = empty
    await migrateUpTo(pool, '0051_unsigned_holds')
    await fillBeforePersons(pool, 1000)
    await chainAudit(context)
    const before = await keptByUpgrade(pool)
    const said: string[] = []
    const ran = await migrate(
      pool,
      async () => {},
      (line) => said.push(line),
    )
    expect(ran[0]).toBe('0052_persons.sql')
    expect(await keptByUpgrade(pool)).toEqual(before)
    expect(await sayVerdict(context.db, null)).toMatchObject({ holds: true })
    // Each of twenty families has a holder, a daughter, two walk-ins of one name, and every second a son of the holder's name.
    // The upgrade does not guess which of two namesakes is the account holder.
    expect(await madeByUpgrade(pool)).toEqual({
      persons: 90,
      'visits of nobody': 0,
      'accounts that are a person': 10,
      'visits closed to their account': 0,
    })
    expect(said).toEqual([
      '1000 visits are of 90 persons, 0 of them joined to another; 0 visits are of nobody; of 20 accounts of patients 10 are a person',
    ])

    await compareAllPersons(context)
    const { rows } = await pool.query(
      'select reasons, count(*)::int as pairs from person_pair group by reasons order by reasons',
    )
    expect(rows).toEqual([{ reasons: ['account', 'name_same', 'age_differs'], pairs: 10 }])
    expect(await migrate(pool)).toEqual([])
  })
})
