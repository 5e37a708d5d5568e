import type { searchAudit as contract } from '#contract/audit.ts'
import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import { addDays, firstInstantOfLocal, instantOf, laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { inTransaction, planForValues } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { type AuditRow, searchEntries } from './queries-audit.ts'
import { findPeople, findSubjects, type NamedSubject, nameSubjects } from './queries-subjects.ts'

type Query = QueryOf<typeof contract>
type Answer = ResponseInput<typeof contract>

/** The audit trail for managers, latest first, a page at a time. */
export async function searchAudit(context: SignedIn, query: Query): Promise<Answer> {
  const { db } = context
  const accounts = await accountsOf(context, query)
  const subjects = query.about ? await findSubjects(db, query.about) : null
  const filter = {
    accounts,
    sites: context.actor.sites,
    subjects,
    action: query.action ?? null,
    ...(await periodOf(context, query)),
    after: placeOf(query.cursor),
    limit: query.limit + 1,
  }
  const rows = await inTransaction(db, async (tx) => {
    // A plan for any page size would read the whole trail: 400 ms instead of 1 of a million entries.
    await planForValues(tx)
    return searchEntries(tx, filter)
  })
  const shown = rows.slice(0, query.limit)
  const named = await namesOf(context, shown)
  return {
    entries: shown.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      action: row.action,
      subject: { kind: row.kind, id: row.subjectId, name: named(row)?.name ?? null },
      by:
        row.accountId !== null && row.role !== null && row.fullName !== null
          ? { id: row.accountId, fullName: row.fullName, role: row.role }
          : null,
      network: row.network,
      reason: row.reason,
      before: row.before,
      after: row.after,
    })),
    nextCursor: rows.length > query.limit ? String(shown.at(-1)?.position ?? '') : null,
  }
}

async function accountsOf({ db }: Context, { who, by }: Query): Promise<string[] | null> {
  const named = who ? await findPeople(db, who) : null
  if (by === undefined) return named
  return named === null || named.includes(by) ? [by] : []
}

async function periodOf(
  context: Context,
  { from, to }: Query,
): Promise<{ from: Date | null; to: Date | null }> {
  if (from === undefined && to === undefined) return { from: null, to: null }
  const [site] = (await laboratorySettings(context)).sites
  const startOf = (day: string) => instantOf(firstInstantOfLocal(site?.timeZone ?? 'UTC', day, 0))
  return { from: from ? startOf(from) : null, to: to ? startOf(addDays(to, 1)) : null }
}

/** A page's key is the position that the page before ended with. */
export function placeOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^\d{1,15}$/.test(cursor)) throw invalid({ cursor: ['This is not the key of a page'] })
  return Number(cursor)
}

export async function namesOf(
  { db }: Context,
  rows: readonly AuditRow[],
): Promise<(row: AuditRow) => NamedSubject | undefined> {
  const known = await nameSubjects(
    db,
    rows.map((row) => ({ kind: row.kind, id: row.subjectId })),
  )
  const bySubject = new Map(known.map((one) => [`${one.kind} ${one.id}`, one]))
  return (row) => bySubject.get(`${row.kind} ${row.subjectId}`)
}
