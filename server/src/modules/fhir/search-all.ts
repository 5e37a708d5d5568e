import { invalid } from '#server/platform/errors.ts'
import { type ClientCall, requireScope } from './admit-client.ts'
import { includedWith } from './include-resources.ts'
import type { Asked, Kind } from './kind.ts'
import { type Chain, type Query, readQuery } from './read-query.ts'
import { baseOf, pageLinks, type Resource } from './resource.ts'

/**
 * A page of a search as a Bundle. Unknown parameters are ignored, and the link `self` has only the parameters that were used. With
 * `Prefer: handling=strict` they are refused. A known parameter with an unsupported modifier is always refused, as FHIR requires.
 */
export async function searchAll(
  call: ClientCall,
  { kind, kinds }: { kind: Kind; kinds: readonly Kind[] },
  params: URLSearchParams,
  prefer: string,
): Promise<Resource> {
  const base = baseOf(call.config)
  const query = readQuery(kind, params, /\bhandling=strict\b/.test(prefer))
  const { used, limit, cursor, sort, summary } = query
  const asked = [...query.asked, ...(await resolveChains(call, kinds, query.chains))]
  const total = query.isTotalAsked ? { total: await kind.count(call, asked) } : {}
  const address = (at: string | null) => {
    const search = new URLSearchParams(at === null ? used : [...used, ['cursor', at]])
    return `${base}/${kind.type}${search.size > 0 ? `?${search}` : ''}`
  }
  const linksTo = (next: string | null) => pageLinks(address, cursor ?? null, next)
  const bundle = { resourceType: 'Bundle', type: 'searchset', ...total }
  if (summary === 'count') return { ...bundle, link: linksTo(null) }
  const page = await kind.search(call, asked, { limit, cursor }, sort)
  const included = await includedWith(call, { kind, kinds }, page.rows, query)
  const entryOf = (resource: Resource, mode: 'match' | 'include') => ({
    fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
    resource: mode === 'match' ? subsetOf(kind, resource, query) : resource,
    search: { mode },
  })
  const entry = [
    ...page.rows.map((resource) => entryOf(resource, 'match')),
    ...included.map((resource) => entryOf(resource, 'include')),
  ]
  return {
    ...bundle,
    link: linksTo(page.nextCursor),
    ...(entry.length > 0 && { entry }),
  }
}

/** The most resources that a chain may match. */
const mostChained = 100

/** Replaces each chain by the ids of the resources that match it, within the client’s reach. */
async function resolveChains(
  call: ClientCall,
  kinds: readonly Kind[],
  chains: readonly Chain[],
): Promise<Asked[]> {
  const resolved: Asked[] = []
  for (const { name, target, rest, values } of chains) {
    const kind = kinds.find(({ type }) => type === target)
    if (!kind || rest.includes('.')) throw invalid({ [`${name}.${rest}`]: ['A chain has one step'] })
    requireScope(call, kind.scope)
    const inner = new URLSearchParams(values.map((value): [string, string] => [rest, value]))
    const { asked, chains: more } = readQuery(kind, inner, true)
    if (asked.length === 0 || more.length > 0)
      throw invalid({ [`${name}.${rest}`]: [`${target} has no search parameter ${rest}`] })
    const { rows, nextCursor } = await kind.search(call, asked, { limit: mostChained })
    if (nextCursor !== null)
      throw invalid({ [`${name}.${rest}`]: [`This matches more than ${mostChained} resources of ${target}`] })
    resolved.push({ name, all: [rows.map(({ id }) => id ?? '')] })
  }
  return resolved
}

const subsetted = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue',
  code: 'SUBSETTED',
}

/** The elements that the program asked for, marked as a part of the resource. */
function subsetOf(kind: Kind, resource: Resource, { elements, summary }: Query): Resource {
  const asked = elements ?? (summary === 'true' ? kind.summary : null)
  if (asked === null) return resource
  const kept = [
    'resourceType',
    'id',
    'meta',
    ...kind.summary.filter((name) => mandatory.includes(name)),
    ...asked,
  ]
  const part = Object.fromEntries(Object.entries(resource).filter(([name]) => kept.includes(name)))
  return { ...part, resourceType: resource.resourceType, meta: { ...resource.meta, tag: [subsetted] } }
}

/** Elements that a resource must have, if its type has them. */
const mandatory = ['status', 'intent', 'code', 'subject', 'participant', 'schedule', 'start', 'end', 'actor']
