import { type NotNull, sql } from 'kysely'
import type { VisitState } from '#contract/visit-states.ts'
import type { Db } from '#server/platform/database.ts'
import { longestVisit } from '../closures/queries-closures.ts'

/** Statements of the calendar of chairs and time. */

type Window = { siteId: string; from: Date; to: Date }

/** Visits of a day that take a chair. */
export const readCalendarVisits = (db: Db, { siteId, from, to }: Window) =>
  db
    .selectFrom('visit as v')
    .select(['v.id', 'v.chair', 'v.status', 'v.priority', 'v.fullName', 'v.reference', 'v.version'])
    .select(['v.startsAt as start', 'v.endsAt as end'])
    .select(({ selectFrom }) =>
      selectFrom('visitTest as vt')
        .innerJoin('test as t', 't.code', 'vt.testCode')
        .select(sql<string[]>`jsonb_agg(t.name order by t.position)`.as('names'))
        .whereRef('vt.siteId', '=', 'v.siteId')
        .whereRef('vt.visitId', '=', 'v.id')
        .as('testType'),
    )
    .where('v.siteId', '=', siteId)
    .where(sql<boolean>`v.starts_at >= ${from}::timestamptz - ${longestVisit}`)
    .where('v.startsAt', '<', to)
    .where('v.endsAt', '>', from)
    .where(sql<boolean>`takes_chair(v.status)`)
    .orderBy('v.startsAt')
    .orderBy('v.chair')
    .orderBy('v.id')
    .$narrowType<{
      status: VisitState
      priority: NotNull
      fullName: string
      reference: string
      testType: NotNull
    }>()
    .execute()

export const readCalendarHolds = (db: Db, { siteId, from, to, now }: Window & { now: Date }) =>
  db
    .selectFrom('visit')
    .select(['chair', 'startsAt as start', 'endsAt as end'])
    .where('siteId', '=', siteId)
    .where('status', '=', sql.lit('held'))
    .where('holdExpiresAt', '>', now)
    .where('chair', 'is not', null)
    .where('startsAt', '>=', from)
    .where('startsAt', '<', to)
    .orderBy('startsAt')
    .$narrowType<{ chair: NotNull }>()
    .execute()

/** Active chairs, and the chairs with these numbers. */
export const readChairs = (db: Db, siteId: string, numbers: readonly number[]) =>
  db
    .selectFrom('chair')
    .select(['number', 'name', 'overflow', 'active'])
    .where('siteId', '=', siteId)
    .where(sql<boolean>`(active or number = any(${[...numbers]}::int[]))`)
    .orderBy('number')
    .execute()
