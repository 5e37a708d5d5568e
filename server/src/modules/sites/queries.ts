import { type Selectable, sql } from 'kysely'
import type { CellCounts } from '#contract/printed-unit.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import { jsonObject } from '#server/platform/json-object.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import type { Hours, Interval } from './opening.ts'

const contactColumns = ['name', 'address', 'phone', 'email', 'language', 'weekStart'] as const
const ruleColumns = [
  'horizonDays',
  'cutOffMinutes',
  'holdMinutes',
  'stepMinutes',
  'bufferMinutes',
  'overbookLimit',
] as const
const planColumns = ['pricesOn'] as const
const reportColumns = [
  'cellCounts',
  'reportPage',
  'reportHead',
  'reportFoot',
  'accreditation',
  'accreditationMark',
  'sendResultLinks',
] as const
const testColumns = [
  'code',
  'name',
  'label',
  'about',
  'specimen',
  'collection',
  'preparation',
  'fasting',
  'turnaroundHours',
  'position',
  'confidential',
] as const

/** `language` is that of messages to people without an account, `overbookLimit` the number of extra places at one time. */
export type Laboratory = Pick<
  Selectable<DB['laboratory']>,
  (typeof contactColumns)[number] | (typeof ruleColumns)[number] | (typeof planColumns)[number]
>
export type Site = Pick<Selectable<DB['site']>, 'id' | 'name' | 'timeZone'>
export type Test = Pick<Selectable<DB['test']>, (typeof testColumns)[number]>

export type Plan = {
  /** Changes with every change of the plan's data. */
  version: string
  laboratory: Laboratory
  /** `closed`: for good; it takes no new bookings. */
  site: Site & { closed?: boolean }
  hours: Hours[]
  /** Closures that are not over. */
  closures: (Interval & { reason: string })[]
  chairs: number[]
  /** The requested tests. A package gives all its tests. Unknown names are left out. */
  tests: AskedTest[]
}

export type AskedTest = Test & {
  /** The requested name: the name of the test or of its package. */
  asked: string
  package: PackageName | null
}
export type PackageName = { code: string; name: string }

/** A plan with all bookable tests, each with all its names, and the packages of which each test is bookable. */
export type WholePlan = Omit<Plan, 'tests'> & {
  catalogue: (Test & { names: string[] })[]
  packages: (PackageName & { tests: string[] })[]
}

const laboratoryJson = jsonObject('l', [...contactColumns, ...ruleColumns, ...planColumns])
const siteJson = jsonObject('s', ['id', 'name', 'timeZone'])
const testJson = jsonObject('t', testColumns)

/** The opening hours of sites `s`. */
export const hoursJson = sql<Hours[]>`coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday,
  'opens', h.opens_minute, 'closes', h.closes_minute) order by h.weekday, h.opens_minute)
  from site_hours h where h.site_id = s.id), '[]')`

/** All data on which a booking depends, in one statement. Null if there is no such site; without an id, the first site. */
export async function readWholePlan(
  db: Db,
  { siteId, now }: { siteId: string | null; now: Date },
): Promise<WholePlan | null> {
  const row = await rowOf(db)<{ plan: WholePlan }>`
    select jsonb_build_object(
      'version', l.plan_version,
      'laboratory', ${laboratoryJson},
      'site', ${siteJson} || jsonb_build_object('closed', s.closed_at is not null),
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
        select jsonb_agg(${testJson} || jsonb_build_object('names', array[t.catalogue_name, t.label] || t.aliases) order by t.position)
        from test t where t.bookable), '[]'),
      'packages', coalesce((
        select jsonb_agg(jsonb_build_object('code', p.code, 'name', p.name, 'tests', p.tests) order by p.code)
        from test_package p
        where p.bookable and p.tests <@ array(select t.code from test t where t.bookable)), '[]')
    ) as plan
    from laboratory l, site s
    where s.id = coalesce(${siteId}::uuid, (
      select id from site where closed_at is null order by created_at, id limit 1))`
  return row?.plan ?? null
}

export async function arePricesOn(db: Db): Promise<boolean> {
  return (await db.selectFrom('laboratory').select('pricesOn').executeTakeFirstOrThrow()).pricesOn
}

/** Whether this version of the plan is the current one. */
export const isCurrentPlan = gather({
  lanes: 2,
  async run(db, versions: readonly string[]): Promise<boolean[]> {
    const current = await db.selectFrom('laboratory').select('planVersion').executeTakeFirst()
    return versions.map((version) => version === current?.planVersion)
  },
})

/** The laboratory with its sites; `closedSites` are closed for good. */
export async function readLaboratory({ db }: { db: Db }) {
  type Known = { laboratory: Laboratory; sites: (Site & { hours: Hours[] })[]; closedSites: Site[] }
  const row = await rowOf(db)<Known>`
    select ${laboratoryJson} as laboratory, (
      select jsonb_agg(${siteJson} || jsonb_build_object('hours', ${hoursJson})
        order by s.created_at, s.id) from site s where s.closed_at is null) as sites,
      coalesce((select jsonb_agg(${siteJson}
        order by s.created_at, s.id) from site s where s.closed_at is not null), '[]') as closed_sites
    from laboratory l`
  if (!row) throw new Error('The laboratory has no settings')
  const { laboratory, ...sites } = row
  return { ...laboratory, ...sites }
}

/** What a manager sets of reports, by the names of the contract. */
const presentReports = (row: Pick<Selectable<DB['laboratory']>, (typeof reportColumns)[number]>) => ({
  cellCounts: row.cellCounts,
  page: row.reportPage,
  head: row.reportHead,
  foot: row.reportFoot,
  accreditation: row.accreditation,
  sendResultLinks: row.sendResultLinks,
})

/** The laboratory's row in parts, each as a manager changes it. With `lock` it is locked until the transaction ends. */
export async function readLaboratoryRow(db: Db, lock = false) {
  const query = db
    .selectFrom('laboratory')
    .select([...contactColumns, ...ruleColumns, 'majorityAge', 'secondFactor'])
    .select(reportColumns)
    .select([
      'twiConfirmedAt',
      ({ selectFrom }) =>
        selectFrom('account')
          .select('fullName')
          .whereRef('id', '=', 'laboratory.twiConfirmedBy')
          .as('twiConfirmedBy'),
    ])
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
  const { name, address, phone, email, language, weekStart, twiConfirmedAt, twiConfirmedBy } = row
  const { horizonDays, cutOffMinutes, holdMinutes, stepMinutes, bufferMinutes, overbookLimit, majorityAge } =
    row
  return {
    laboratory: { name, address, phone, email, language, weekStart },
    booking: {
      horizonDays,
      cutOffMinutes,
      holdMinutes,
      stepMinutes,
      bufferMinutes,
      overbookLimit,
      majorityAge,
    },
    reports: presentReports(row),
    accreditationMark: row.accreditationMark,
    signIn: { secondFactor: row.secondFactor },
    twi: { confirmed: twiConfirmedAt !== null },
    twiConfirmation: twiConfirmedAt && { name: twiConfirmedBy ?? '', at: twiConfirmedAt },
  }
}

export type ReportSettings = Awaited<ReturnType<typeof readReportSettings>>

/** What reports say of the laboratory beside its name and how it is reached. */
export async function readReportSettings(db: Db) {
  const row = await db.selectFrom('laboratory').select(reportColumns).executeTakeFirstOrThrow()
  return { ...presentReports(row), mark: row.accreditationMark }
}

/** How the laboratory writes counts of cells. */
export async function readCellCounts(db: Db): Promise<CellCounts> {
  const { cellCounts } = await db.selectFrom('laboratory').select('cellCounts').executeTakeFirstOrThrow()
  return cellCounts
}

/** The tests that are offered, by their names in the catalogue. */
export const readTests = async (db: Db): Promise<Test[]> =>
  (await offered(db)).map(({ catalogueName: name, ...test }) => ({ ...test, name }))

const offered = (db: Db) =>
  db
    .selectFrom('test')
    .select(testColumns)
    .select('catalogueName')
    .where('bookable', '=', true)
    .orderBy('position')
    .execute()

export async function readSite(db: Db, id: string): Promise<(Site & { number: number }) | null> {
  const site = await db
    .selectFrom('site')
    .select(['id', 'name', 'timeZone', 'number'])
    .where('id', '=', id)
    .executeTakeFirst()
  return site ?? null
}
