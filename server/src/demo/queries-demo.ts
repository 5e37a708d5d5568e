import { type Insertable, sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { Specialty } from '#contract/specialties.ts'
import { after, hours } from '#server/platform/clock.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { DemoSignIn } from '#server/platform/demo-sign-ins.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import { demoPhone } from './people.ts'

/** Statements on a database that DEMO made, and on whether DEMO made it. */

/** When and with which settings a demonstration was made; null for any other database. */
export async function demoMarker(db: Db): Promise<{ perDay: number; madeAt: Date } | null> {
  const row = await db
    .selectFrom('audit')
    .select([sql<{ perDay: number }>`after`.as('made'), 'at'])
    .where('subjectKind', '=', 'laboratory')
    .where('subjectId', '=', 'demo')
    .where('action', '=', 'demo.made')
    .executeTakeFirst()
  return row ? { ...row.made, madeAt: row.at } : null
}

/**
 * The latest time of any entry; null in an empty database. Sessions are included: they move with the clock, so they show that a night
 * was skipped even if nothing has been written since.
 */
export async function latestInstant(db: Db): Promise<Date | null> {
  const row = await rowOf(db)<{ latest: Date | null }>`
    select greatest((select max(at) from audit), (select max(at) from queue_event),
      (select max(last_seen_at) from session), (select max(created_at) from outbox),
      (select max(created_at) from one_time_token)) as latest`
  return row?.latest ?? null
}

export async function isUntouched(db: Db): Promise<boolean> {
  const row = await rowOf(db)<{ untouched: boolean }>`
    select not exists (select from account) and not exists (select from visit) as untouched`
  return row?.untouched ?? false
}

export const nameLaboratory = (
  db: Db,
  facts: { name: string; address: string; phone: string; email: string },
) => db.updateTable('laboratory').set(facts).execute()

export async function addDemoAccount(
  db: Db,
  account: Pick<DemoSignIn, 'role' | 'name' | 'email'> & {
    id: string
    passwordHash: string
    createdAt: Date
  },
  specialties: readonly Specialty[],
): Promise<void> {
  const { id, role, name: fullName, email, passwordHash, createdAt } = account
  const phone = demoPhone
  await db
    .insertInto('account')
    .values({ id, role, fullName, email, phone, passwordHash, createdAt })
    .execute()
  if (specialties.length === 0) return
  const rows = specialties.map((specialty) => ({ accountId: id, specialty }))
  await db.insertInto('accountSpecialty').values(rows).execute()
}

/** The made-up staff in the order of their plan. */
export const demoStaff = (db: Db): Promise<{ id: string; place: number }[]> =>
  rowsOf(db)`
    select id, substring(email from '^staff([0-9]+)@example[.]com$')::int - 1 as place from account
    where role = 'technician' and status = 'Active' and email ~ '^staff[0-9]+@example[.]com$' order by place`

/** Some made-up patients, who book today. */
export const demoPatients = (db: Db, limit: number) =>
  db
    .selectFrom('account')
    .select(['id', 'fullName', 'phone', 'email'])
    .where('role', '=', 'user')
    .where('passwordHash', 'is', null)
    .where('status', '=', 'Active')
    .orderBy(sql`md5(id::text)`)
    .limit(limit)
    .execute()

export type ShiftRow = Omit<Insertable<DB['shift']>, 'id'>

export const addShifts = (db: Db, shifts: readonly Insertable<DB['shift']>[]) =>
  db.insertInto('shift').values(shifts).execute()

export const addContactMessage = (db: Db, message: Insertable<DB['contactMessage']>) =>
  db.insertInto('contactMessage').values(message).execute()

export const addReplies = (db: Db, replies: readonly Insertable<DB['smsReply']>[]) =>
  db.insertInto('smsReply').values(replies).execute()

/** The first booked visit that begins after an instant. */
export const comingVisit = (db: Db, from: Date) =>
  db
    .selectFrom('visit')
    .select(['id', 'contact'])
    .where('status', '=', 'booked')
    .where('startsAt', '>', from)
    .where('contact', '<>', '')
    .orderBy('startsAt')
    .orderBy('id')
    .executeTakeFirst()

/** The messages of an account's reports, read with the report some hours after it was issued; the latest is still unread. */
export async function noteReportsRead(
  db: Db,
  { accountId, newId }: { accountId: string; newId: () => string },
): Promise<void> {
  const issued = await rowsOf(db)<{ id: string; visitId: string; at: Date; version: number }>`
    select o.id, v.id as visit_id, o.created_at as at, r.version from visit v
      join outbox o on o.payload ->> 'visitId' = v.id::text and o.kind = 'results_ready' and o.repeats is null
      join report r on r.site_id = v.site_id and r.visit_id = v.id
    where v.account_id = ${accountId} order by o.created_at`
  if (issued.length === 0) return
  const readAt = (index: number, at: Date) => (index < issued.length - 1 ? after(at, hours(3)) : null)
  await sql`
    insert into notice (account_id, id, kind, payload, created_at, read_at)
    select ${accountId}::uuid, o.id, o.kind, o.payload, o.created_at, r."readAt"
    from json_to_recordset(${JSON.stringify(issued.map(({ id, at }, index) => ({ id, readAt: readAt(index, at) })))}::json)
      as r (id uuid, "readAt" timestamptz) join outbox o on o.id = r.id`.execute(db)
  const read = issued.flatMap(({ visitId, at, version }, index) => {
    const openedAt = readAt(index, at)
    return openedAt === null ? [] : [{ visitId, version, openedAt }]
  })
  if (read.length === 0) return
  await db
    .insertInto('audit')
    .values(
      read.map(({ visitId, version, openedAt }) => ({
        id: newId(),
        at: openedAt,
        accountId,
        role: 'user' as const,
        network: 'demo',
        action: 'report.read',
        subjectKind: 'visit',
        subjectId: visitId,
        after: JSON.stringify({ version }),
      })),
    )
    .execute()
}

/** The work of a day that is under way, so that the staff of a demonstration go on with it. */
export type Standing = Awaited<ReturnType<typeof readStanding>>

export async function readStanding(db: Db, siteId: string, { now, day }: { now: Date; day: string }) {
  const expected = rowsOf(db)<{ visitId: string; startsAt: Date }>`
    select v.id as visit_id, v.starts_at from visit v join site s on s.id = v.site_id
    where v.site_id = ${siteId} and v.status = 'booked' and (v.starts_at at time zone s.time_zone)::date = ${day}::date
    order by v.starts_at, v.id`
  const served = rowsOf(db)<{ desk: number; visitId: string }>`
    select desk, visit_id from ticket where site_id = ${siteId} and status in ('called', 'serving') and desk is not null`
  const drawn = rowsOf(db)<{ accession: string; visitId: string }>`
    select accession, visit_id from sample
    where site_id = ${siteId} and status = 'collected' and collected_at > ${after(now, -hours(24))}
    order by collected_at, accession`
  // Late tests, critical values and confidential tests are left to the visitor.
  const tasks = rowsOf(db)<StandingTask>`
    select k.id, k.visit_id, k.test_code, k.status, k.claimed_by, s.accession, s.status = 'received' as is_received,
      jsonb_build_object('gender', v.gender, 'age', v.age) as patient
    from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
    where k.site_id = ${siteId} and k.released_at is null and k.withdrawn_at is null
      and k.created_at > ${after(now, -hours(24))}
      and not exists (select from test t where t.code = k.test_code and t.confidential) and not exists (select from task l
        left join callback c on c.site_id = l.site_id and c.task_id = l.id and c.told_at is null
        where l.site_id = k.site_id and l.visit_id = k.visit_id and l.released_at is null
          and (c.id is not null or l.due_at < ${now} and l.status <> 'completed'))
    order by k.created_at, k.id`
  return { expected: await expected, served: await served, drawn: await drawn, tasks: await tasks }
}

type StandingTask = {
  id: string
  visitId: string
  testCode: string
  accession: string
  status: 'pending' | 'in_progress' | 'completed'
  claimedBy: string | null
  isReceived: boolean
  patient: { gender: Gender; age: number }
}

/** Takes the pairs that only share a name or a phone as decided, so that the one with a misspelt name waits. */
export const decideChancePairs = (db: Db, by: string, at: Date) =>
  db
    .updateTable('personPair')
    .set({ notSameAt: at, notSameBy: by })
    .where(sql<boolean>`not reasons @> '{phone,name_alike}'`)
    .execute()
