import type { searchAudit as contract, myAudit } from '#contract/audit.ts'
import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import { readVisit } from '#server/modules/booking/index.ts'
import { addDays, firstInstantOfLocal, instantOf, laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { mapPage } from '#server/platform/list.ts'
import { type AuditRow, searchEntries, searchOwn } from './queries-audit.ts'
import {
  findPeople,
  findSubjects,
  type NamedSubject,
  nameSubjects,
  subjectsOfPatient,
} from './queries-subjects.ts'

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
  }
  // A plan for any values would read the whole trail: 400 ms instead of 1 of a million entries.
  const page = await planned(db, (tx) => searchEntries(tx, filter, query))
  const named = await namesOf(context, page.rows)
  return mapPage(page, (row) => {
    const { accountId, role, fullName } = row
    const subject = { kind: row.kind, id: row.subjectId, name: named(row)?.name ?? null }
    const isKnown = accountId !== null && role !== null && fullName !== null
    return { ...row, subject, by: isKnown ? { id: accountId, fullName, role } : null }
  })
}

/** Who read or changed the caller's record: staff by name, and users of shared links. */
export async function ownAudit(
  context: SignedIn,
  { visit, ...query }: QueryOf<typeof myAudit>,
): Promise<ResponseInput<typeof myAudit>> {
  const { db, actor } = context
  if (visit !== undefined && !(await readVisit(db, { accountId: actor.accountId }, visit))) {
    throw notFound('This appointment')
  }
  const subjects = await subjectsOfPatient(db, actor.accountId, visit ?? null)
  const page = await planned(db, (tx) => searchOwn(tx, actor.accountId, subjects, query))
  const named = await namesOf(context, page.rows)
  return mapPage(page, (row) => {
    const subject = named(row)
    const { kind, role, fullName } = row
    return {
      ...row,
      visit: subject?.visit ?? null,
      about: aboutOf(row, isPart(kind) ? (subject?.name ?? null) : null),
      by: role && fullName !== null ? { fullName, role } : null,
    }
  })
}

/** What an entry is about, beyond its subject. */
function aboutOf({ action, after, reason }: AuditRow, part: string | null): string | null {
  if (action === 'api_client.read') return nameIn(after)
  return action === 'emergency.opened' ? reason : part
}

const isPart = (kind: string) => kind === 'sample' || kind === 'task'

/** The name of a program, which has no account. */
const nameIn = (after: unknown): string | null => {
  const { name } = (after ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : null
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

async function namesOf(
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
