import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { nextVersion, renamed } from './queries.ts'

/** Statements on mothers and their babies. */

/** The babies of one birth: of this mother, born within a day of this one, since twins are also born around midnight. */
export const readBirth = (tx: Db, motherId: string, bornOn: string) =>
  tx
    .selectFrom('person as b')
    .select(['b.id', 'b.number', 'b.fullName', 'b.naming', 'b.birthOrder'])
    .where(sql<boolean>`b.mother_id in (select records_of_person(${motherId}::uuid))`)
    .where('b.replacedBy', 'is', null)
    .where(sql<boolean>`b.birth_date between ${bornOn}::date - 1 and ${bornOn}::date + 1`)
    .orderBy('b.birthOrder', (order) => order.asc().nullsFirst())
    .orderBy('b.id')
    .execute()

export type Sibling = Awaited<ReturnType<typeof readBirth>>[number]

/** Numbers the first of twins when the second is written down; an earlier name is kept. */
export async function numberBaby(
  tx: Db,
  { id, fullName, birthOrder }: { id: string; fullName: string; birthOrder: number },
): Promise<void> {
  await tx
    .updateTable('person')
    .set({ ...renamed(fullName), birthOrder, version: nextVersion })
    .where('id', '=', id)
    .execute()
}
