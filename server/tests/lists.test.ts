import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bigint,
  instant,
  type Order,
  readCursor,
  readPage,
  real,
  smallint,
  text,
  uuid,
  writeCursor,
} from '#server/platform/list.ts'
import { openTestApp, type TestApp } from './harness.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp()
})
afterAll(() => lab.close())

type Row = { weight: number; at: Date; name: string; id: string }

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const rowsOf = fc
  .array(
    fc.record({
      weight: fc.constantFrom(0.1, 0.6, 2.5),
      at: fc.constantFrom('2026-03-08T12:00:00.001Z', '2026-03-08T12:00:00.002Z').map((at) => new Date(at)),
      name: fc.constantFrom('NA+', 'a_b', "O'Neil"),
    }),
    { maxLength: 12 },
  )
  .map((rows) => rows.map((row, index): Row => ({ ...row, id: idOf(index) })))

const orders: Order<Row>[] = [
  { id: uuid('l.id') },
  { at: instant('l.at desc'), id: uuid('l.id desc') },
  { weight: real('l.weight desc'), name: text('l.name'), id: uuid('l.id desc') },
]

/** The rows of all pages. */
async function pages(rows: readonly Row[], order: Order<Row>, limit: number) {
  const found: Row[][] = []
  let cursor: string | undefined
  do {
    const page = await readPage({ limit, cursor }, order, ({ after, by, limit: most }) =>
      sql<Row>`
      select l.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) l (weight real, at timestamptz, name text, id uuid)
      where ${after} order by ${by} limit ${most}`.execute(lab.context.db),
    )
    found.push(page.rows)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

describe('lists with cursors', () => {
  it('the pages of a list contain every row once and in order, for columns in any direction', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsOf,
        fc.constantFrom(...orders),
        fc.integer({ min: 1, max: 5 }),
        async (rows, order, limit) => {
          const [whole = []] = await pages(rows, order, 200)
          expect(whole).toHaveLength(rows.length)
          const parts = await pages(rows, order, limit)
          expect(parts.flat()).toEqual(whole)
          expect(parts.map((part) => part.length)).toEqual(
            Array.from({ length: Math.max(1, Math.ceil(rows.length / limit)) }, (_, index) =>
              Math.min(limit, rows.length - index * limit),
            ),
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([
    ['a smallint', smallint('id'), [0, 2, 32_767], [-1, 0.5, 32_768, 1e20, '1']],
    ['a bigint', bigint('id'), [0, 2 ** 53 - 1], [-1, 0.5, 1e20, '1']],
    ['a real', real('id'), [0, -1.5, 3e38], [1e39, 1e-46, '1']],
    ['a text', text('id'), ['', 'x'], ['\0', 'x'.repeat(101), 1]],
  ])('a cursor accepts only values that fit its column: %s', async (_type, id, good, bad) => {
    const order = { id } as Order<{ id: unknown }>
    const accepts = (value: unknown) => {
      try {
        readCursor(order, writeCursor(order, { id: value }))
        return true
      } catch {
        return false
      }
    }
    expect(good.filter((value) => !accepts(value))).toEqual([])
    expect(bad.filter(accepts)).toEqual([])
  })

  it('an invalid cursor of a list is refused at the field `cursor`', async () => {
    const [, byTime] = orders
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const at = '2026-03-08T12:00:00.001Z'
    for (const cursor of [
      '',
      'x',
      '%00',
      encode('x'),
      encode([]),
      encode([at]),
      encode([at, 'x']),
      encode(['yesterday', idOf(1)]),
      encode(['2026-02-30T12:00:00.001Z', idOf(1)]),
      encode([at, idOf(1), 1]),
      encode({ at, id: idOf(1) }),
    ]) {
      const read = readPage({ limit: 1, cursor }, byTime ?? {}, async () => [])
      await expect(read, cursor).rejects.toMatchObject({
        status: 400,
        detail: { fields: { cursor: ['This is not the cursor of a page of this list'] } },
      })
    }
  })
})

/** Called a few times by a job or a dialog, and never for each row of a list. */
const calledSeldom =
  /^(retention_|least_retention|expired_|held_|is_any_held|erased_|erasure_|wished_person|unused_accounts|count_expired)/

it('functions that statements call for each row are planned once', async () => {
  const { rows } = await lab.superuser.query<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql') and p.provolatile = 's'
       and p.prorettype <> 'trigger'::regtype and not 'plan_cache_mode=force_generic_plan' = any(coalesce(p.proconfig, '{}'))
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by 1`,
  )
  expect(rows.map(({ name }) => name).filter((name) => !calledSeldom.test(name))).toEqual([])
})
