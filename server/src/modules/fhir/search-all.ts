import { invalid, Refusal } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import type { Asked, Kind } from './kind.ts'
import { baseOf, type Resource } from './resource.ts'

const usualCount = 50
const mostCount = 200
const mostValues = 100

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

function readQuery(kind: Kind, query: URLSearchParams, isStrict: boolean) {
  const asked: Asked[] = []
  const used: [string, string][] = []
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name).filter((value) => value !== '')
    if (name === '_format' || name === 'cursor' || values.length === 0) continue
    const [bare = ''] = name.split(':')
    if (name === '_count') used.push(...values.slice(0, 1).map((value): [string, string] => [name, value]))
    else if (Object.hasOwn(kind.params, name)) {
      asked.push({ name, all: values.map(valuesIn) })
      used.push(...values.map((value): [string, string] => [name, value]))
    } else if (Object.hasOwn(kind.params, bare)) {
      throw unsupported(name, 'Modifiers and chains are not supported')
    } else if (isStrict) throw unsupported(name, `${kind.type} has no search parameter ${name}`)
  }
  if (asked.some(({ all }) => all.flat().length > mostValues))
    throw new Refusal('invalid_input', `A parameter can have at most ${mostValues} values`)
  return { asked, used, limit: countOf(query.get('_count')), cursor: query.get('cursor') ?? undefined }
}

const unsupported = (name: string, why: string) => invalid({ [name]: [why] })

/** The values between commas. A comma with a backslash before it is part of a value. */
const valuesIn = (text: string) =>
  (text.match(/(?:\\.|[^,\\])+/g) ?? [text]).map((value) => value.replace(/\\([,$|\\])/g, '$1'))

function countOf(text: string | null): number {
  if (text === null || text === '') return usualCount
  if (!/^\d{1,6}$/.test(text) || Number(text) === 0)
    throw invalid({ _count: [`_count is a number from 1 to ${mostCount}`] })
  return Math.min(Number(text), mostCount)
}
