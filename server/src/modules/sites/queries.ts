import { sql } from 'kysely'
import type { Collection, Language } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import type { Hours, Interval } from './opening.ts'

export type Laboratory = {
  name: string
  address: string
  phone: string
  email: string
  /** The language of messages to people without an account. */
  language: Language
  horizonDays: number
  cutOffMinutes: number
  holdMinutes: number
  stepMinutes: number
  bufferMinutes: number
  /** Number of extra places at one time. */
  overbookLimit: number
}

export type Site = { id: string; name: string; timeZone: string }
/** `closed`: for good; it takes no new bookings. */
type PlannedSite = Site & { closed?: boolean }

export type Test = {
  code: string
  name: string
  label: string
  about: string
  specimen: string
  collection: Collection
  preparation: string
  fasting: boolean
  turnaroundHours: number
  position: number
}

export type Plan = {
  /** Changes with every change of the plan's data. */
  version: string
  laboratory: Laboratory
  site: PlannedSite
  hours: Hours[]
  /** Closures that are not over. */
  closures: (Interval & { reason: string })[]
  chairs: number[]
  /** The requested tests, without unknown ones. */
  tests: (Test & { asked: string })[]
}

/** A plan with all bookable tests, each with all its names. */
export type WholePlan = Omit<Plan, 'tests'> & { catalogue: (Test & { names: string[] })[] }

const laboratoryJson = sql`jsonb_build_object(
  'name', l.name, 'address', l.address, 'phone', l.phone, 'email', l.email, 'language', l.language,
  'horizonDays', l.horizon_days, 'cutOffMinutes', l.cut_off_minutes, 'holdMinutes', l.hold_minutes,
  'stepMinutes', l.step_minutes, 'bufferMinutes', l.buffer_minutes, 'overbookLimit', l.overbook_limit)`

const hoursJson = sql`coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'opens', h.opens_minute,
  'closes', h.closes_minute) order by h.weekday, h.opens_minute) from site_hours h where h.site_id = s.id), '[]')`

const testJson = sql`jsonb_build_object('code', t.code, 'name', t.name, 'label', t.label, 'about', t.about,
  'specimen', t.specimen, 'collection', t.collection, 'preparation', t.preparation, 'fasting', t.fasting,
  'turnaroundHours', t.turnaround_hours, 'position', t.position)`

/** All data on which a booking depends, in one statement. Null if there is no such site; without an id, the first site. */
export async function readWholePlan(
  db: Db,
  { siteId, now }: { siteId: string | null; now: Date },
): Promise<WholePlan | null> {
  const { rows } = await sql<{ plan: WholePlan }>`
    select jsonb_build_object(
      'version', l.plan_version,
      'laboratory', ${laboratoryJson},
      'site', jsonb_build_object('id', s.id, 'name', s.name, 'timeZone', s.time_zone,
        'closed', s.closed_at is not null),
      'hours', case when s.closed_at is null then ${hoursJson} else '[]' end,
      'closures', coalesce((
        select jsonb_agg(jsonb_build_object(
          'start', floor(extract(epoch from lower(c.during)) / 60)::int,
          'end', ceil(extract(epoch from upper(c.during)) / 60)::int,
          'reason', c.reason) order by c.during)
        from closure c where c.site_id = s.id and upper(c.during) > ${now}), '[]'),
      'chairs', coalesce((
        select jsonb_agg(c.number order by c.number) from chair c where c.site_id = s.id and c.active), '[]'),
      'catalogue', coalesce((
        select jsonb_agg(${testJson} || jsonb_build_object('names', array[t.name, t.label] || t.aliases) order by t.position)
        from test t where t.bookable), '[]')
    ) as plan
    from laboratory l, site s
    where s.id = coalesce(${siteId}::uuid, (
      select id from site where closed_at is null order by created_at, id limit 1))`.execute(db)
  return rows[0]?.plan ?? null
}

/** Whether this version of the plan is the current one. */
export async function isCurrentPlan(db: Db, version: string): Promise<boolean> {
  const current = await db
    .selectFrom('laboratory')
    .select('singleton')
    .where(sql<boolean>`plan_version = ${version}`)
    .executeTakeFirst()
  return current !== undefined
}

type Known = {
  sites: (Site & { hours: Hours[] })[]
  /** Sites that are closed for good. */
  closedSites: Site[]
}

export async function readLaboratory({ db }: { db: Db }): Promise<Laboratory & Known> {
  const { rows } = await sql<{ laboratory: Laboratory } & Known>`
    select ${laboratoryJson} as laboratory, (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'timeZone', s.time_zone, 'hours', ${hoursJson})
        order by s.created_at, s.id) from site s where s.closed_at is null) as sites,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'timeZone', s.time_zone)
        order by s.created_at, s.id) from site s where s.closed_at is not null), '[]') as "closedSites"
    from laboratory l`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('The laboratory has no settings')
  return { ...row.laboratory, sites: row.sites, closedSites: row.closedSites }
}

export async function readTests(db: Db): Promise<Test[]> {
  const { rows } = await sql<{ test: Test }>`
    select ${testJson} as test from test t where t.bookable order by t.position`.execute(db)
  return rows.map((row) => row.test)
}

export async function readSite(
  db: Db,
  id: string,
): Promise<{ id: string; name: string; timeZone: string; number: number } | null> {
  const site = await db
    .selectFrom('site')
    .select(['id', 'name', 'timeZone', 'number'])
    .where('id', '=', id)
    .executeTakeFirst()
  return site ?? null
}
