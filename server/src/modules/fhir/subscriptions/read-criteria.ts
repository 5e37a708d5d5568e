import { invalid } from '#server/platform/errors.ts'
import type { Asked, Hears, Kind } from '../kind.ts'
import { readQuery } from '../read-query.ts'

export type Criteria = { kind: Kind & { hears: Hears }; asked: Asked[] }

/**
 * The type and the parameters of the search that resources must match. Its values are checked when a condition is made of them.
 * @throws a refusal that names `criteria`
 */
export function readCriteria(kinds: readonly Kind[], criteria: string): Criteria {
  const [type = '', query = ''] = criteria.split('?')
  const hearing = kinds.flatMap((kind) => (kind.hears ? [{ ...kind, hears: kind.hears }] : []))
  const kind = hearing.find((one) => one.type === type)
  if (!kind)
    throw invalid({
      criteria: [`Give a search in one of ${hearing.map((one) => one.type).join(', ')}`],
    })
  const params = new URLSearchParams(query)
  const { asked } = readQuery(kind, params, true)
  const names = new Set([...params.keys()])
  if (asked.length < names.size)
    throw invalid({ criteria: ['Give search parameters of the type with values, without chains or results'] })
  return { kind, asked }
}
