import type { ClientCall } from './admit-client.ts'
import { FhirRefusal } from './fhir-refusal.ts'
import type { Kind } from './kind.ts'
import { readQuery } from './read-query.ts'

/**
 * The id of the only resource that matches a search, for conditional creates and references; null if there is none.
 * @throws a refusal with 412 if several match, and with 400 for an unknown parameter or a search without one
 */
export async function onlyMatch(call: ClientCall, kind: Kind, search: string): Promise<string | null> {
  const query = new URLSearchParams(search.replace(/^\?/, ''))
  const { asked, chains } = readQuery(kind, query, true)
  if (asked.length === 0 || chains.length > 0)
    throw new FhirRefusal(412, 'bad_request', `Give a search parameter of ${kind.type}, like identifier`)
  const { rows } = await kind.search(call, asked, { limit: 2 })
  if (rows.length > 1)
    throw new FhirRefusal(412, 'conflict', `More than one ${kind.type} matches the search: give its id`)
  return rows[0]?.id ?? null
}
