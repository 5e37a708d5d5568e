import { type Insertable, sql } from 'kysely'
import { type Db, rowOf } from '#server/platform/database.ts'
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

/** Makes an account a clinician of the facility of this name. Returns the facility. */
export async function setFacility(db: Db, accountId: string, facility: string): Promise<string> {
  const { id } = await db
    .selectFrom('facility')
    .select('id')
    .where('name', '=', facility)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('account')
    .set({ role: 'clinician', facilityId: id, permissions: [] })
    .where('id', '=', accountId)
    .execute()
  return id
}

/** Writes an order of a facility for the latest visit with a report whose person no account opens. */
export const addOrderOfReported = (
  db: Db,
  order: { id: string; code: string; facilityId: string; by: string },
) =>
  sql`
    insert into clinic_order (site_id, id, facility_id, code, person_id, full_name, gender, age, contact, tests, way, urgent,
      clinical_details, diagnosis, fasting, medication, ordered_by, ordered_at, visit_id)
    select v.site_id, ${order.id}::uuid, ${order.facilityId}::uuid, ${order.code}, v.person_id, v.full_name, v.gender, v.age, v.contact,
      array(select t.name from visit_test vt join test t on t.code = vt.test_code
        where vt.site_id = v.site_id and vt.visit_id = v.id order by t.position),
      'visit', false, 'Tired for weeks', '', 'not known', '', ${order.by}::uuid, v.starts_at - interval '1 day', v.id
    from visit v
    where v.account_id is null and v.status = 'completed' and exists (
      select from report r where r.site_id = v.site_id and r.visit_id = v.id and r.content ->> 'status' = 'final')
    order by v.starts_at desc limit 1`.execute(db)

/** Makes the cultures that come with the product bookable. */
export const offerCultures = (db: Db) =>
  db
    .updateTable('test')
    .set({ bookable: true })
    .where('code', 'in', db.selectFrom('cultureTest').select('testCode'))
    .execute()

export async function tasksOfSample(db: Db, accession: string): Promise<string[]> {
  const tasks = await db
    .selectFrom('task as k')
    .innerJoin('sample as s', (join) =>
      join.onRef('s.siteId', '=', 'k.siteId').onRef('s.id', '=', 'k.sampleId'),
    )
    .select('k.id')
    .where('s.accession', '=', accession)
    .execute()
  return tasks.map(({ id }) => id)
}

/** Makes the HIV test that comes with the product bookable. */
export const offerHivTest = (db: Db) =>
  db.updateTable('test').set({ bookable: true }).where('code', '=', 'CT1').execute()

export async function lotIdOf(db: Db, number: string): Promise<string> {
  const { id } = await db
    .selectFrom('stockLot')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return id
}

/** The record of an account's owner. */
export async function personOfAccount(db: Db, accountId: string): Promise<string> {
  const { id } = await db
    .selectFrom('accountPerson')
    .select(sql<string>`current_person(person_id)`.as('id'))
    .where('accountId', '=', accountId)
    .where('kind', '=', 'self')
    .executeTakeFirstOrThrow()
  return id
}

/** The person of an account, and the one that a sample was written down for. */
export const personsToJoin = (db: Db, accountId: string, accession: string) =>
  rowOf(db)<{ kept: string; other: string; versions: { kept: number; other: number } }>`
    select p.id as kept, o.id as other, jsonb_build_object('kept', p.version, 'other', o.version) as versions
    from account_person a join person p on p.id = current_person(a.person_id), sample s
      join visit v on v.site_id = s.site_id and v.id = s.visit_id join person o on o.id = v.person_id
    where a.account_id = ${accountId} and a.kind = 'self' and s.accession = ${accession} and p.id <> o.id`
