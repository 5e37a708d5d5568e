import type { Db } from '#server/platform/database.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'
import { readRapid } from './queries-confidential.ts'
import type { RapidTest } from './rapid-rule.ts'

/** The rapid tests of a task are one row of the database, so that its constraints see all of them. */

type Row = NonNullable<Awaited<ReturnType<typeof readRapid>>>

export async function savedTests(db: Db, task: TaskKey): Promise<RapidTest[]> {
  const row = await readRapid(db, task)
  return row ? testsIn(row) : []
}

export function columnsOf([first, second, third]: readonly RapidTest[]) {
  if (!first) throw new Error('No rapid test')
  return {
    ...{ firstKit: first.kit, firstLot: first.lot, firstStockLot: first.stockLot },
    ...{ firstExpires: first.expiresOn, firstReactive: first.reactive },
    ...(second && {
      ...{ secondKit: second.kit, secondLot: second.lot, secondStockLot: second.stockLot },
      ...{ secondExpires: second.expiresOn, secondReactive: second.reactive },
    }),
    ...(third && {
      ...{ thirdKit: third.kit, thirdLot: third.lot, thirdStockLot: third.stockLot },
      ...{ thirdExpires: third.expiresOn, thirdReactive: third.reactive },
    }),
  }
}

export function testsIn(row: Row): RapidTest[] {
  const each = [
    [row.firstKit, row.firstLot, row.firstExpires, row.firstReactive, row.firstStockLot],
    [row.secondKit, row.secondLot, row.secondExpires, row.secondReactive, row.secondStockLot],
    [row.thirdKit, row.thirdLot, row.thirdExpires, row.thirdReactive, row.thirdStockLot],
  ] as const
  return each.flatMap(([kit, lot, expiresOn, reactive, stockLot]) =>
    kit !== null && lot !== null && expiresOn !== null && reactive !== null
      ? [{ stockLot, kit, lot, expiresOn, reactive }]
      : [],
  )
}

/** The part of a test that says whether the same tests are saved. */
export const comparable = ({ stockLot, kit, lot, expiresOn, reactive }: RapidTest) => [
  ...[stockLot, kit, lot, expiresOn, reactive],
]
