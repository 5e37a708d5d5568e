import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Identifier } from '#contract/people.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { decryptText, encryptText, hashOfValue } from '#server/platform/vault/fields.ts'
import { identifierKey, identifierName } from './contact-rules.ts'
import type { PersonShortly } from './queries.ts'

/**
 * Statements on identifiers of persons. With a master key, a value is encrypted and found by its hash. Earlier values are plain until the
 * job has encrypted them, so searches compare the hash and the plain value.
 */

const column = 'personIdentifier.value'

/** An identifier `i` with its id. The value is encrypted if the database has a master key. */
export type StoredIdentifier = Identifier & { id: string }

export const storedIdentifier = sql`jsonb_build_object('id', i.id, 'system', i.system, 'value', i.value)`

export const plainIdentifier = (db: Db, { id, system, value }: StoredIdentifier): StoredIdentifier => ({
  id,
  system,
  value: decryptText(db, column, id, value),
})

/** The condition that the identifier `i` has this number, in any system. */
export function isNumber(db: Db, number: string): RawBuilder<boolean> {
  const key = identifierKey(number)
  const hash = hashOfValue(db, column, number)
  return hash ? sql`(i.value_hash = ${hash} or i.value_key = ${key})` : sql`i.value_key = ${key}`
}

type NewIdentifier = Identifier & { id: string; personId: string; position: number }

const asRows = (db: Db, identifiers: readonly NewIdentifier[]) => {
  const given = identifiers.map((one) => ({
    ...one,
    value: encryptText(db, column, one.id, one.value),
    hash: hashOfValue(db, column, one.value)?.toString('hex') ?? null,
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
    as g (id uuid, "personId" uuid, position smallint, system text, value text, hash text)`
}

/** @throws a unique violation, if another person has been given one of them meanwhile */
export async function insertIdentifiers(tx: Db, identifiers: readonly NewIdentifier[]): Promise<void> {
  if (identifiers.length === 0) return
  await sql`
    insert into person_identifier (id, person_id, position, system, value, value_hash)
    select id, "personId", position, system, value, decode(hash, 'hex') from ${asRows(tx, identifiers)}`.execute(
    tx,
  )
}

/** Replaces the identifiers of a person. One that stays keeps its row, also on a joined record. `id`: the current record. */
export async function writeIdentifiers(
  tx: Db,
  id: string,
  identifiers: readonly Identifier[],
): Promise<void> {
  const rows = await rowsOf(tx)<NewIdentifier>`
    select i.id, i.person_id, i.position, i.system, i.value
    from records_of_person(${id}::uuid) record join person_identifier i on i.person_id = record`
  const there = new Map(
    rows.map((row) => {
      const plain = { ...row, ...plainIdentifier(tx, row) }
      return [identifierName(plain), plain] as const
    }),
  )
  const changed: NewIdentifier[] = []
  const added: NewIdentifier[] = []
  identifiers.forEach(({ system, value }, index) => {
    const position = index + 1
    const before = there.get(identifierName({ system, value }))
    there.delete(identifierName({ system, value }))
    if (!before) added.push({ id: randomUUID(), personId: id, position, system, value })
    else if (before.system !== system || before.value !== value || before.position !== position)
      changed.push({ ...before, position, system, value })
  })
  if (there.size > 0) {
    const gone = [...there.values()].map((one) => one.id)
    await tx.deleteFrom('personIdentifier').where('id', 'in', gone).execute()
  }
  if (changed.length > 0) {
    await sql`
      update person_identifier i set system = g.system, value = g.value, value_hash = decode(g.hash, 'hex'), position = g.position
      from ${asRows(tx, changed)} where i.id = g.id`.execute(tx)
  }
  await insertIdentifiers(tx, added)
}

/** The identifiers that belong to another person than `id`, by their index, with the current record of that person. */
export async function ownersOfIdentifiers(
  db: Db,
  identifiers: readonly Identifier[],
  id: string | null,
): Promise<(PersonShortly & { index: number })[]> {
  if (identifiers.length === 0) return []
  const given = identifiers.map(({ system, value }, index) => ({
    index,
    system,
    key: identifierKey(value),
    hash: hashOfValue(db, column, value)?.toString('hex') ?? null,
  }))
  return rowsOf(db)`
    select g.index, p.id, p.number, p.full_name, p.sex,
      jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (index int, system text, key text, hash text)
      cross join lateral (
        select i.person_id from person_identifier i where i.value_key = g.key and i.system_key = lower(g.system)
        union
        select i.person_id from person_identifier i
          where i.value_hash = decode(g.hash, 'hex') and i.system_key = lower(g.system)) i
      join person p on p.id = current_person(i.person_id)
    where p.id is distinct from current_person(${id}::uuid)
    order by g.index`
}
