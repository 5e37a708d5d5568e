import type { ClientCall } from './admit-client.ts'
import type { Kind } from './kind.ts'
import { readQuery } from './read-query.ts'
import { baseOf, type Resource } from './resource.ts'

/**
 * A page of a search as a Bundle. Unknown parameters are ignored, and the link `self` has only the parameters that were used. With
 * `Prefer: handling=strict` they are refused. A known parameter with a modifier is always refused, as FHIR requires.
 */
export async function searchAll(
  call: ClientCall,
  kind: Kind,
  query: URLSearchParams,
  prefer: string,
): Promise<Resource> {
  const base = baseOf(call.config)
  const { asked, used, limit, cursor } = readQuery(kind, query, /\bhandling=strict\b/.test(prefer))
  const page = await kind.search(call, asked, { limit, cursor })
  const address = (more: Record<string, string> = {}) => {
    const search = new URLSearchParams([...used, ...Object.entries(more)])
    return `${base}/${kind.type}${search.size > 0 ? `?${search}` : ''}`
  }
  const link = [
    { relation: 'self', url: address(cursor === undefined ? {} : { cursor }) },
    ...(page.nextCursor === null ? [] : [{ relation: 'next', url: address({ cursor: page.nextCursor }) }]),
  ]
  const entry = page.rows.map((resource) => ({
    fullUrl: `${base}/${kind.type}/${resource.id}`,
    resource,
    search: { mode: 'match' },
  }))
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link,
    ...(entry.length > 0 && { entry }),
  }
}
