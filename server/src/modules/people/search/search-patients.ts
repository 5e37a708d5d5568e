import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { searchPatients as contract, Patient } from '#contract/patients.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { mostPeople, type PageQuery, totalUpTo } from '#server/platform/list.ts'
import { personNumber } from '../records/person-number.ts'
import { countPatients, findAccounts, type PatientRow, readPatients, walkPatients } from './queries-list.ts'
import { foundBySearch, typedDigits } from './search-people.ts'

type Query = QueryOf<typeof contract>
type Answer = ResponseInput<typeof contract>

/** Patients, newest first, a page at a time; or those that a search finds, the latest visit first. */
export const searchPatients = (context: SignedIn, { search = '', ...query }: Query): Promise<Answer> =>
  search.trim() === '' ? listPatients(context, query) : findPatients(context, search.trim(), query.limit)

const listPatients = ({ db, actor }: SignedIn, query: PageQuery): Promise<Answer> =>
  planned(db, async (tx) => {
    const { rows, nextCursor } = await walkPatients(tx, actor.sites, query)
    const ids = rows.map(({ id }) => id)
    return {
      rows: inOrder(ids, await readPatients(tx, ids, actor.sites)),
      total: await countPatients(tx, actor.sites, mostPeople(false)),
      nextCursor,
    }
  })

/** The most that a search lists: beyond that, more is typed. */
const mostFound = 20

async function findPatients(context: SignedIn, search: string, asked: number): Promise<Answer> {
  const limit = Math.min(asked, mostFound)
  const { db, actor } = context
  const people = await foundBySearch(context, search, limit + 1)
  const typed = { text: search, digits: typedDigits(search) }
  // Planned for its values: a generic plan does not use the index for the beginning of a number.
  const accounts = await planned(db, (tx) => findAccounts(tx, typed, actor.sites, limit + 1))
  const ids = [...new Set([...people.map(({ id }) => id), ...accounts.persons, ...accounts.withoutPerson])]
  const found = inOrder(ids, await readPatients(db, ids, actor.sites))
  return { rows: found.slice(0, limit), total: totalUpTo(found.length, limit), nextCursor: null }
}

function inOrder(ids: readonly string[], rows: readonly PatientRow[]): Patient[] {
  const byId = new Map(rows.map((row) => [row.id, present(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const present = ({ number, since, ...row }: PatientRow): Patient => ({
  ...row,
  number: number === null ? null : personNumber(number),
  since: since.toISOString(),
})
