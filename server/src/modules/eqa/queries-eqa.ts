import { type Insertable, sql } from 'kysely'
import type { EqaResult, EqaRound, EqaRoundState, EqaScheme, EqaScore } from '#contract/eqa.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type {
  EqaResult as ResultRow,
  EqaRound as RoundRow,
  EqaScheme as SchemeRow,
} from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'

/** Statements on schemes of external quality assessment, their rounds and results. */

type Scheme = Omit<EqaScheme, 'endedAt'> & { siteId: string; endedAt: Date | null }

const selectSchemes = sql`select c.id, c.site_id, s.name as site, c.name, c.provider, c.ended_at, c.version,
  (select count(*)::int from eqa_round r where r.scheme_id = c.id) as rounds
  from eqa_scheme c join site s on s.id = c.site_id`

export const readSchemes = (db: Db, sites: Sites): Promise<Scheme[]> =>
  rowsOf(db)`${selectSchemes} where true ${atSites('c.site_id', sites)}
    order by c.ended_at is not null, lower(c.name), c.id`

export const readSchemeRow = (db: Db, sites: Sites, id: string): Promise<Scheme | null> =>
  rowOf(db)`${selectSchemes} where c.id = ${id} ${atSites('c.site_id', sites)}`

/** @throws a unique violation of `eqa_scheme_name` */
export const insertScheme = (tx: Db, scheme: Insertable<SchemeRow>) =>
  tx.insertInto('eqaScheme').values(scheme).execute()

/** Returns false if the scheme has changed since `version`. @throws as `insertScheme` */
export const writeScheme = (
  tx: Db,
  id: string,
  version: number,
  change: Pick<Insertable<SchemeRow>, 'name' | 'provider' | 'endedAt'>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('eqaScheme')
      .set({ ...change, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version),
  )

type Listed = Omit<EqaRound, 'sentAt'> & { sentAt: Date | null }
export type Round = Listed & { siteId: string; sentBy: string | null; version: number; assessed: number }

const roundColumns = (
  now: Date,
) => sql`r.id, s.name as site, r.scheme_id, c.name as scheme, c.provider, r.name,
  r.received_on::text as received_on, r.due_on::text as due_on, r.sent_at,
  case when r.sent_at is null then 'open' when n.assessed < n.entered then 'sent' else 'assessed' end as state,
  r.sent_at is null and r.due_on < (${now}::timestamptz at time zone s.time_zone)::date as is_overdue,
  n.results, n.entered, n.warnings, n.failed`
const roundTables = sql`eqa_round r join eqa_scheme c on c.id = r.scheme_id join site s on s.id = r.site_id
  cross join lateral (select count(*)::int as results,
    count(*) filter (where x.value is not null or x.answer <> '')::int as entered,
    count(x.verdict)::int as assessed,
    count(*) filter (where x.verdict = 'warning')::int as warnings,
    count(*) filter (where x.verdict = 'failed')::int as failed
    from eqa_result x where x.round_id = r.id) n`
const hasState: Readonly<Record<EqaRoundState, ReturnType<typeof sql>>> = {
  open: sql`r.sent_at is null`,
  sent: sql`r.sent_at is not null and n.assessed < n.entered`,
  assessed: sql`r.sent_at is not null and n.assessed >= n.entered`,
}

const latestFirst: Order<Listed> = { id: uuid('r.id desc') }

export const pageOfRounds = (
  db: Db,
  sites: Sites,
  now: Date,
  { state, scheme, ...page }: PageQuery & { state?: EqaRoundState | undefined; scheme?: string | undefined },
): Promise<Page<Listed>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<Listed>`select ${roundColumns(now)} from ${roundTables}
      where true ${atSites('r.site_id', sites)} ${andIf(state, (one) => hasState[one])}
        ${andIf(scheme, (one) => sql`r.scheme_id = ${one}`)} and ${after} order by ${by} limit ${limit}`.execute(
      db,
    ),
  )

export const readRoundRow = (db: Db, sites: Sites, now: Date, id: string): Promise<Round | null> =>
  rowOf(db)`select ${roundColumns(now)}, r.site_id, a.full_name as sent_by, r.version, n.assessed
    from ${roundTables} left join account a on a.id = r.sent_by
    where r.id = ${id} ${atSites('r.site_id', sites)}`

/** @throws a unique violation of `eqa_round_name` */
export const insertRound = (tx: Db, round: Insertable<RoundRow>) =>
  tx.insertInto('eqaRound').values(round).execute()

export const insertResults = (tx: Db, results: readonly Insertable<ResultRow>[]) =>
  tx
    .insertInto('eqaResult')
    .values([...results])
    .execute()

/** Increments the version of a round, which locks it. Returns false if it has changed since `version`, or is not in the state `isSent`. */
export const takeVersion = (
  tx: Db,
  id: string,
  version: number,
  { isSent, ...change }: { isSent: boolean; sentAt?: Date | null; sentBy?: string | null },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('eqaRound')
      .set({ ...change, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('sentAt', isSent ? 'is not' : 'is', null),
  )

export const readResults = (db: Db, roundId: string): Promise<EqaResult[]> =>
  rowsOf(
    db,
  )`select x.id, x.sample, x.analyte_code, a.name as analyte, a.unit, a.kind = 'quantity' as is_number, a.options,
      x.value::float, x.answer, e.full_name as entered_by, x.target::float, x.sd::float, x.score::float, x.expected, x.z::float,
      x.verdict, case when n.id is not null then jsonb_build_object('id', n.id, 'number', n.number) end as nonconformity
    from eqa_result x join analyte a on a.code = x.analyte_code left join account e on e.id = x.entered_by
      left join nonconformity n on n.id = x.nonconformity_id
    where x.round_id = ${roundId} order by x.position`

export type Entered = Pick<EqaResult, 'id' | 'value' | 'answer'> & {
  enteredBy: string | null
  enteredAt: Date | null
}

export const writeResults = (tx: Db, results: readonly Entered[]) =>
  sql`update eqa_result x set value = c.value, answer = c.answer, entered_by = c."enteredBy", entered_at = c."enteredAt"
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) c (id uuid, value numeric, answer text, "enteredBy" uuid,
      "enteredAt" timestamptz)
    where x.id = c.id`.execute(tx)

export type Assessed = Pick<EqaResult, 'id' | 'target' | 'sd' | 'score' | 'expected'> & {
  assessedBy: string | null
  assessedAt: Date | null
}

export const writeAssessment = (tx: Db, results: readonly Assessed[]) =>
  sql`update eqa_result x set target = c.target, sd = c.sd, score = c.score, expected = c.expected,
      assessed_by = c."assessedBy", assessed_at = c."assessedAt"
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) c (id uuid, target numeric, sd numeric, score numeric,
      expected text, "assessedBy" uuid, "assessedAt" timestamptz)
    where x.id = c.id`.execute(tx)

type Failure = Pick<EqaScore, 'sample' | 'round' | 'scheme' | 'analyte' | 'z' | 'answer' | 'expected'> & {
  siteId: string
  verdict: EqaScore['verdict'] | null
  nonconformityId: string | null
}

/** Reads a result, and locks it until the transaction ends. */
export const lockResult = (tx: Db, sites: Sites, id: string): Promise<Failure | null> =>
  rowOf(
    tx,
  )`select x.site_id, x.sample, r.name as round, c.name as scheme, a.name as analyte, x.z::float, x.answer, x.expected,
      x.verdict, x.nonconformity_id
    from eqa_result x join eqa_round r on r.id = x.round_id join eqa_scheme c on c.id = r.scheme_id
      join analyte a on a.code = x.analyte_code
    where x.id = ${id} ${atSites('x.site_id', sites)} for update of x`

export const setNonconformity = (tx: Db, id: string, nonconformityId: string) =>
  tx.updateTable('eqaResult').set({ nonconformityId }).where('id', '=', id).execute()

type Asked = { scheme?: string | undefined; analyte?: string | undefined }

const isAssessed = (
  sites: Sites,
  { scheme, analyte }: Asked,
) => sql`x.verdict is not null ${atSites('x.site_id', sites)}
  ${andIf(analyte, (code) => sql`x.analyte_code = ${code}`)} ${andIf(scheme, (id) => sql`r.scheme_id = ${id}`)}`

export const readScores = (db: Db, sites: Sites, asked: Asked, most: number): Promise<EqaScore[]> =>
  rowsOf(db)`select x.id, x.round_id, r.name as round, c.name as scheme, s.name as site,
      (r.sent_at at time zone s.time_zone)::date::text as sent_on, x.sample, a.name as analyte, a.unit, x.value::float, x.answer,
      x.target::float, x.sd::float, x.expected, x.z::float, x.verdict
    from eqa_result x join eqa_round r on r.id = x.round_id join eqa_scheme c on c.id = r.scheme_id
      join site s on s.id = x.site_id join analyte a on a.code = x.analyte_code
    where ${isAssessed(sites, asked)} order by r.sent_at desc, x.round_id, x.position desc limit ${sql.lit(most)}`

export const analytesWithScores = (
  db: Db,
  sites: Sites,
  scheme: string | undefined,
): Promise<{ code: string; name: string }[]> =>
  rowsOf(db)`select distinct on (lower(a.name), a.code) a.code, a.name
    from eqa_result x join eqa_round r on r.id = x.round_id join analyte a on a.code = x.analyte_code
    where ${isAssessed(sites, { scheme })} order by lower(a.name), a.code`
