import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Gender, Naming } from '#contract/options.ts'
import type { Identifier, PersonContact, PersonRecord } from '#contract/people.ts'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import type { Birth } from './birth.ts'
import { birth, currentRecord, nextVersion, type PersonShortly, renamed, shortly } from './queries.ts'
import {
  insertIdentifiers,
  plainIdentifier,
  type StoredIdentifier,
  storedIdentifier,
  writeIdentifiers,
} from './queries-identifiers.ts'

/** Statements on what is known of a person beside the visits. */

type Said = PersonContact & { fullName: string; naming: Naming; sex: Gender; birth: Birth }

export type PersonDetails = Said &
  PersonShortly &
  Pick<PersonRecord, 'formerNames' | 'accounts' | 'birthOrder' | 'version'> & {
    /** The current record of a baby's mother. */
    motherId: string | null
    babies: { id: string; birthOrder: number | null }[]
  }

/**
 * The current record of a person; `id` is any of their records. Phones and identifiers are those of all their records, since
 * each stays with its own, so that undoing a join gives it back.
 */
export async function readPersonDetails(db: Db, id: string): Promise<PersonDetails | null> {
  const row = await rowOf(db)<PersonDetails & { identifiers: StoredIdentifier[] }>`
    select p.id, p.number, p.full_name, p.sex, p.former_names, p.given_names, p.family_name, p.version, p.naming,
      jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth,
      p.email, p.language, p.note, p.deceased, p.died_on, current_person(baby.mother_id) as mother_id, baby.birth_order,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', b.id, 'birthOrder', b.birth_order) order by b.birth_date, b.birth_order, b.id)
        from records_of_person(p.id) record join person b on b.mother_id = record and b.replaced_by is null), '[]') as babies,
      coalesce((
        select jsonb_agg(h.phone order by h.own desc, h.position) from (
          select distinct on (h.digits) h.phone, h.position, h.person_id = p.id as own
          from records_of_person(p.id) record join person_phone h on h.person_id = record
          order by h.digits, h.person_id = p.id desc) h), '[]') as phones,
      coalesce((
        select jsonb_agg(${storedIdentifier} order by i.person_id = p.id desc, i.position)
        from records_of_person(p.id) record join person_identifier i on i.person_id = record), '[]') as identifiers,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'fullName', a.full_name, 'kind', k.kind) order by k.since, a.id)
        from records_of_person(p.id) record join account_person k on k.person_id = record
          join account a on a.id = k.account_id and a.status = 'Active'), '[]') as accounts
    from person p
      left join lateral (
        select b.mother_id, b.birth_order from records_of_person(p.id) record
          join person b on b.id = record and b.mother_id is not null
        order by b.id = p.id desc limit 1) baby on true
    where p.id = ${currentRecord(id)}`
  const plain = (one: StoredIdentifier): Identifier => {
    const { system, value } = plainIdentifier(db, one)
    return { system, value }
  }
  return row && { ...row, identifiers: row.identifiers.map(plain) }
}

/** Inserts a person without a visit and returns their number. */
export async function insertPerson(
  tx: Db,
  {
    birth: born,
    phones,
    identifiers,
    ...columns
  }: Said & { id: string; createdAt: Date; motherId: string | null; birthOrder: number | null },
): Promise<number> {
  const { number } = await tx
    .insertInto('person')
    .values({ ...columns, birthDate: born.date, birthPrecision: born.precision })
    .returning('number')
    .executeTakeFirstOrThrow()
  await writeContact(tx, columns.id, { phones, identifiers })
  return number
}

/** Writes the contact details of new persons. @throws a unique violation, if another person has been given an identifier meanwhile */
export async function insertContacts(
  tx: Db,
  people: readonly ({ id: string } & Pick<
    PersonContact,
    'givenNames' | 'familyName' | 'phones' | 'email' | 'identifiers' | 'language' | 'note'
  >)[],
): Promise<void> {
  if (people.length === 0) return
  const listed = people.map(({ identifiers, ...rest }) => rest)
  const given = sql`jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
    as g (id uuid, phones jsonb, email text, language text, note text, "givenNames" text, "familyName" text)`
  await sql`
    with phoned as (
      insert into person_phone (person_id, position, phone)
      select g.id, h.position, h.phone
      from ${given}, jsonb_array_elements_text(g.phones) with ordinality as h (phone, position)
    )
    update person p set email = g.email, language = g.language, note = g.note, given_names = g."givenNames",
      family_name = g."familyName"
    from ${given}
    where p.id = g.id and (g.email, g.language, g.note, g."givenNames", g."familyName") <> ('', '', '', '', '')`.execute(
    tx,
  )
  await insertIdentifiers(
    tx,
    people.flatMap(({ id, identifiers }) =>
      identifiers.map((one, index) => ({ ...one, id: randomUUID(), personId: id, position: index + 1 })),
    ),
  )
}

/** The current records of persons, by the id of any of their records. */
export async function readCurrentPersons(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PersonShortly>> {
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${[...ids]}::uuid[])`.as<'asked'>(sql`asked (id)`))
    .innerJoin('person as p', (join) => join.on(sql<boolean>`p.id = current_person(asked.id)`))
    .select('asked.id as asked')
    .select(shortly)
    .execute()
  return new Map(rows.map(({ asked, ...person }) => [asked, person]))
}

export type Namesake = Pick<PersonShortly, 'number' | 'sex' | 'birth'> & { name: string }

/** Current persons with one of these names, whatever its case; `name` is in small letters. */
export async function findByNames(db: Db, names: readonly string[]): Promise<Namesake[]> {
  if (names.length === 0) return []
  const distinct = [...new Set(names.map((name) => name.toLowerCase()))]
  return db
    .selectFrom(sql<{ name: string }>`unnest(${distinct}::text[])`.as<'given'>(sql`given (name)`))
    .innerJoin('person as p', (join) => join.on(sql<boolean>`lower(p.full_name) = given.name`))
    .select(['given.name', 'p.number', 'p.sex', birth])
    .where('p.replacedBy', 'is', null)
    .orderBy('p.number')
    .execute()
}

/** Writes a person's details if the record is of this version and current, and keeps an earlier name. */
export async function updatePerson(
  tx: Db,
  { id, version }: { id: string; version: number },
  { fullName, birth: born, phones, identifiers, ...columns }: Said,
): Promise<boolean> {
  const isChanged = await wroteRow(
    tx
      .updateTable('person')
      .set({ ...columns, ...renamed(fullName), birthDate: born.date, birthPrecision: born.precision })
      .set({ version: nextVersion })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('replacedBy', 'is', null),
  )
  if (!isChanged) return false
  await writeContact(tx, id, { phones, identifiers })
  return true
}

/** Replaces phones and identifiers. What stays is updated where it is, also on a record that was joined; `id` is the current one. */
async function writeContact(
  tx: Db,
  id: string,
  { phones, identifiers }: Pick<PersonContact, 'phones' | 'identifiers'>,
): Promise<void> {
  await sql`
    with record as (select records_of_person(${id}::uuid) as id), given as (
      select phone, position, right(ltrim(translate(phone, '+() .-', ''), '0'), 9) as digits
      from unnest(${phones}::text[]) with ordinality as p (phone, position)
    ), removed as (
      delete from person_phone h using record where h.person_id = record.id and h.digits not in (select digits from given)
    ), kept as (
      update person_phone h set phone = given.phone, position = given.position from record, given
      where h.person_id = record.id and h.digits = given.digits
    )
    insert into person_phone (person_id, position, phone)
    select ${id}, position, phone from given
    where not exists (select from record join person_phone h on h.person_id = record.id and h.digits = given.digits)`.execute(
    tx,
  )
  await writeIdentifiers(tx, id, identifiers)
}

/** Waits for everybody else who writes down a new person, until the end of the transaction. */
export const takeTurnAsNewPerson = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('phial: new person', 0))`.execute(tx)

// Mothers and their babies

/** The babies of one birth: of this mother, born within a day of this one, since twins are also born around midnight. */
export const readBirth = (tx: Db, motherId: string, bornOn: string) =>
  tx
    .selectFrom('person as b')
    .select(['b.id', 'b.number', 'b.fullName', 'b.naming', 'b.birthOrder'])
    .where(sql<boolean>`b.mother_id in (select records_of_person(${motherId}::uuid))`)
    .where('b.replacedBy', 'is', null)
    .where(sql<boolean>`b.birth_date between ${bornOn}::date - 1 and ${bornOn}::date + 1`)
    .orderBy('b.birthOrder', (order) => order.asc().nullsFirst())
    .orderBy('b.id')
    .execute()

export type Sibling = Awaited<ReturnType<typeof readBirth>>[number]

/** Numbers the first of twins when the second is written down; an earlier name is kept. */
export const numberBaby = (
  tx: Db,
  { id, fullName, birthOrder }: { id: string; fullName: string; birthOrder: number },
) =>
  tx
    .updateTable('person')
    .set({ ...renamed(fullName), birthOrder, version: nextVersion })
    .where('id', '=', id)
    .execute()
