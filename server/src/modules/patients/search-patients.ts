import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { searchPatients as contract, Patient } from '#contract/patients.ts'
import { personNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction, planForValues } from '#server/platform/database.ts'
import { readIdKey } from '#server/platform/page-keys.ts'
import { mostPeople, totalUpTo } from '#server/platform/totals.ts'
import { countPatients, findAccounts, type PatientRow, readPatients, walkPatients } from './queries-list.ts'
import { foundBySearch, typedDigits } from './search-people.ts'

type Query = QueryOf<typeof contract>
type Answer = ResponseInput<typeof contract>

/** Patients, newest first, a page at a time; or those that a search finds, the latest visit first. */
export const searchPatients = (context: SignedIn, { search = '', limit, cursor }: Query): Promise<Answer> =>
  search.trim() === '' ? listPatients(context, limit, cursor) : findPatients(context, search.trim(), limit)

async function listPatients({ db, actor }: SignedIn, limit: number, cursor?: string): Promise<Answer> {
  const before = readIdKey(cursor)
  return inTransaction(db, async (tx) => {
    await planForValues(tx)
    const ids = await walkPatients(tx, actor.sites, { before, limit: limit + 1 })
    const shown = ids.slice(0, limit)
    const most = mostPeople(false)
    return {
      patients: inOrder(shown, await readPatients(tx, shown, actor.sites)),
      total: totalUpTo(await countPatients(tx, actor.sites, most + 1), most),
      nextCursor: ids.length > limit ? (shown.at(-1) ?? null) : null,
    }
  })
}

/** The most that a search lists: beyond that, more is typed. */
const mostFound = 20

async function findPatients(context: SignedIn, search: string, asked: number): Promise<Answer> {
  const limit = Math.min(asked, mostFound)
  const { db, actor } = context
  const people = await foundBySearch(context, search, limit + 1)
  const accounts = await findAccounts(
    db,
    { text: search, digits: typedDigits(search) },
    actor.sites,
    limit + 1,
  )
  const ids = [...new Set([...people.map(({ id }) => id), ...accounts.persons, ...accounts.withoutPerson])]
  const found = inOrder(ids, await readPatients(db, ids, actor.sites))
  return {
    patients: found.slice(0, limit),
    total: totalUpTo(found.length, limit),
    nextCursor: null,
  }
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
