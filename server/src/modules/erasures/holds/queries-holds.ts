import { type Insertable, sql } from 'kysely'
import type { HoldKind, HoldState } from '#contract/legal-holds.ts'
import { isSeenAt } from '#server/modules/people/index.ts'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import { type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { LegalHold } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'

/** Statements about legal holds. What a hold protects is decided by functions of the database. */

export type HoldRow = {
  id: string
  personId: string
  number: number
  fullName: string
  kind: HoldKind
  reason: string
  placedBy: string
  placedAt: Date
  endedBy: string | null
  endedAt: Date | null
  endReason: string
}

const holds = (where: ReturnType<typeof sql>) => sql<HoldRow>`
  select h.id, p.id as person_id, p.number, p.full_name, h.kind, h.reason, b.full_name as placed_by, h.placed_at,
    e.full_name as ended_by, h.ended_at, h.end_reason
  from legal_hold h join person p on p.id = current_person(h.person_id) join account b on b.id = h.placed_by
    left join account e on e.id = h.ended_by
  where ${where}`

const isSeen = (sites: Sites) => (sites === null ? sql`true` : isSeenAt(sites))

const inState = (state: HoldState | null) =>
  state === null ? sql`true` : state === 'ended' ? sql`h.ended_at is not null` : sql`h.ended_at is null`

export const listHolds = (
  db: Db,
  { state, personId, sites }: { state: HoldState | null; personId: string | null; sites: Sites },
  page: PageQuery,
): Promise<Page<HoldRow>> => {
  const ofPerson =
    personId === null ? sql`true` : sql`h.person_id in (select records_of_person(${personId}::uuid))`
  return readPage(page, { id: uuid('h.id desc') }, ({ after, by, limit }) =>
    sql<HoldRow>`${holds(sql`${isSeen(sites)} and ${inState(state)} and ${ofPerson} and ${after}`)}
      order by ${by} limit ${limit}`.execute(db),
  )
}

export const findHold = (db: Db, id: string, sites: Sites): Promise<HoldRow | null> =>
  rowOf(db)<HoldRow>`${holds(sql`h.id = ${id} and ${isSeen(sites)}`)}`

export const addHold = (tx: Db, hold: Insertable<LegalHold>) =>
  tx.insertInto('legalHold').values(hold).execute()

/** Ends a hold in force. False if it has ended already. */
export const endHold = (
  tx: Db,
  id: string,
  end: { endedBy: string; endedAt: Date; endReason: string },
): Promise<boolean> =>
  wroteRow(tx.updateTable('legalHold').set(end).where('id', '=', id).where('endedAt', 'is', null))
