import { invalid } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import type { Asked, Kind, OperationAsked } from './kind.ts'
import { listIn } from './operation-params.ts'
import { askedUpdated, readSince } from './read-date.ts'
import { readOne } from './read-one.ts'
import { countOf } from './read-query.ts'
import { baseOf, pageLinks, type Resource } from './resource.ts'

/**
 * `$everything`: a patient and the resources about them, of the types that the token may read, a page at a time. The cursor of a page is
 * the type that the page begins with and, after a dot, the cursor of the search in this type.
 */
export async function readEverything(
  call: ClientCall,
  patients: Kind,
  kinds: readonly Kind[],
  { id, params }: OperationAsked,
): Promise<Resource> {
  const patient = await readOne(call, patients, id ?? '')
  const about = typesOf(call, kinds, listIn(params, '_type'))
  const limit = countOf(params.get('_count'))
  const since = readSince(params.get('_since'))
  const askedOf = (kind: Kind): Asked[] => [
    { name: 'patient', all: [[id ?? '']] },
    ...(since === null ? [] : askedUpdated(kind, [`ge${since.toISOString()}`])),
  ]
  const [begin = '', ...rest] = (params.get('cursor') ?? '').split('.')
  let at = begin === '' ? 0 : about.findIndex(({ type }) => type === begin)
  if (at < 0) throw invalid({ cursor: ['This is not the cursor of a page of this list'] })
  let cursor = rest.join('.') || undefined
  const found: Resource[] = begin === '' ? [patient] : []
  for (let kind = about[at]; kind && found.length < limit; kind = about[at]) {
    const page = await kind.search(call, askedOf(kind), { limit: limit - found.length, cursor })
    found.push(...page.rows)
    cursor = page.nextCursor ?? undefined
    if (cursor === undefined) at++
  }
  const following = about[at]
  const next = following ? `${following.type}${cursor === undefined ? '' : `.${cursor}`}` : null
  const address = (from: string | null) => {
    const query = new URLSearchParams(params)
    query.delete('cursor')
    if (from !== null) query.set('cursor', from)
    return `${baseOf(call.config)}/Patient/${id}/$everything${query.size > 0 ? `?${query}` : ''}`
  }
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link: pageLinks(address, params.get('cursor'), next),
    ...(found.length > 0 && {
      entry: found.map((resource) => ({
        fullUrl: `${baseOf(call.config)}/${resource.resourceType}/${resource.id}`,
        resource,
        search: { mode: 'match' },
      })),
    }),
  }
}

/** The types about a patient that are exported and that the token may read, as far as they are asked for. */
function typesOf({ client }: ClientCall, kinds: readonly Kind[], names: readonly string[]): Kind[] {
  const about = kinds.filter(({ isExported, params }) => isExported && Object.hasOwn(params, 'patient'))
  for (const name of names)
    if (name !== 'Patient' && !about.some(({ type }) => type === name))
      throw invalid({ _type: [`“${name.slice(0, 60)}” is not about a patient`] })
  return about.filter(
    ({ type, scope }) => client.scopes.includes(scope) && (names.length === 0 || names.includes(type)),
  )
}
