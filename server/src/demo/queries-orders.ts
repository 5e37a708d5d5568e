import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'

/** Statements that write the referrers, orders and reports' settings of the demonstration. */

type Row<Table extends keyof DB> = Insertable<DB[Table]>

export const setReportLines = (db: Db, lines: { reportHead: string; reportFoot: string }) =>
  db.updateTable('laboratory').set(lines).execute()

/** Made-up qualifications and licence numbers for all staff. */
export const nameSignatories = (db: Db) =>
  sql`
    insert into report_signatory (account_id, qualification, licence_number, version)
    select id, case role when 'admin' then 'Laboratory Manager' else 'Medical Laboratory Scientist' end,
      'EX ' || (2000 + row_number() over (order by id)), 1
    from account where role in ('technician', 'admin') and status = 'Active'`.execute(db)

export async function nameMethods(
  db: Db,
  methods: Readonly<Record<string, readonly [method: string, instrument: string]>>,
): Promise<void> {
  for (const [code, [method, instrument]] of Object.entries(methods))
    await db.updateTable('test').set({ method, instrument }).where('code', '=', code).execute()
}

export const addFacilities = (db: Db, rows: readonly Row<'facility'>[]) =>
  db.insertInto('facility').values(rows).execute()

export const addReferrers = (db: Db, rows: readonly Row<'referrer'>[]) =>
  db.insertInto('referrer').values(rows).execute()

export const addComments = (db: Db, rows: readonly Row<'commentText'>[]) =>
  db.insertInto('commentText').values(rows).execute()

type By = { by: string; at: Date }

/** Orders for every third visit that belongs to no account, spread over the referrers. */
export const addOrders = (db: Db, referrers: readonly string[], { by, at }: By) =>
  sql`
    insert into visit_order (site_id, visit_id, referrer_id, requested_by, copy_to, clinical_details, diagnosis, fasting,
      medication, version, changed_by, changed_at)
    select v.site_id, v.id, (${[...referrers]}::uuid[])[1 + (n / 3) % ${referrers.length}::int], '', '',
      (array['Fever for three days', 'Routine check', 'Tired, pale', 'Before an operation'])[1 + (n / 3) % 4], '',
      'not known', '', 1, ${by}::uuid, ${at}::timestamptz
    from (select site_id, id, row_number() over (order by starts_at desc, id)::int as n from visit
      where account_id is null and status <> 'held') v
    where n % 3 = 0`.execute(db)

/** A confirmed text for a low haemoglobin. */
export const addInterpretations = (db: Db, id: string, { by, at }: By) =>
  db
    .insertInto('interpretationVersion')
    .values({
      id,
      version: 1,
      analyteCode: 'HGB',
      flags: ['L', 'LL'],
      text: 'The haemoglobin is below the interval. Iron deficiency, malaria and sickle cell disease are frequent causes.',
      enteredBy: by,
      enteredAt: at,
      confirmedBy: by,
      confirmedAt: at,
    })
    .execute()
