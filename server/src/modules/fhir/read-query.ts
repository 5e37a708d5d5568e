import { invalid, Refusal } from '#server/platform/errors.ts'
import { type Asked, type Kind, type Modifier, modifiers, type Sort } from './kind.ts'

const usualCount = 50
const mostCount = 200
const mostValues = 100

/** A search in another type whose results a reference must mean: `patient.identifier`. */
export type Chain = { name: string; target: string; rest: string; values: string[] }
/** `_include` and `_revinclude`: a type of resources and one of its references. */
export type Included = { type: string; reference: string; iterates: boolean }

export const summaries = ['true', 'false', 'count', 'data'] as const

export type Query = {
  asked: Asked[]
  chains: Chain[]
  /** The parameters that were used, for the link `self`. */
  used: [string, string][]
  limit: number
  cursor: string | undefined
  sort: Sort | null
  elements: string[] | null
  summary: (typeof summaries)[number] | null
  isTotalAsked: boolean
  include: Included[]
  revInclude: Included[]
}

const results = [
  '_count',
  '_sort',
  '_elements',
  '_summary',
  '_total',
  '_include',
  '_include:iterate',
  '_revinclude',
]

/** The parameters of a search. Unknown parameters are ignored, or refused if `isStrict`. */
export function readQuery(kind: Kind, query: URLSearchParams, isStrict: boolean): Query {
  const asked: Asked[] = []
  const chains: Chain[] = []
  const used: [string, string][] = []
  const valuesOf = (name: string) => query.getAll(name).filter((value) => value !== '')
  const includedIn = (name: string) => valuesOf(name).map((value) => includedBy(name, value))
  const single = (name: string): string | null => {
    const [value = null, ...more] = valuesOf(name)
    if (more.length > 0) throw unsupported(name, `Give ${name} once`)
    return value
  }
  for (const name of new Set(query.keys())) {
    const values = valuesOf(name)
    if (name === '_format' || name === 'cursor' || values.length === 0) continue
    const use = () => used.push(...values.map((value): [string, string] => [name, value]))
    const [bare = '', modifier] = name.split(':')
    const [reference = '', rest] = name.split('.')
    const { target } = kind.params[reference] ?? {}
    if (results.includes(name)) use()
    else if (rest !== undefined && target !== undefined) {
      chains.push({ name: reference, target, rest: name.slice(reference.length + 1), values })
      use()
    } else if (Object.hasOwn(kind.params, bare)) {
      asked.push({ name: bare, modifier: modifierOf(kind, bare, modifier), all: values.map(valuesIn) })
      use()
    } else if (isStrict) throw unsupported(name, `${kind.type} has no search parameter ${name}`)
  }
  if (asked.some(({ all }) => all.flat().length > mostValues))
    throw new Refusal('invalid_input', `A parameter can have at most ${mostValues} values`)
  const summary = oneOf('_summary', single('_summary'), summaries)
  const elements = single('_elements')
  if (elements !== null && summary !== null)
    throw unsupported('_elements', 'Give _elements or _summary, not both')
  const total = oneOf('_total', single('_total'), ['none', 'estimate', 'accurate'] as const)
  return {
    asked,
    chains,
    used,
    limit: countOf(single('_count')),
    cursor: query.get('cursor') ?? undefined,
    sort: sortOf(kind, single('_sort')),
    elements: elements === null ? null : valuesIn(elements),
    summary,
    isTotalAsked: summary === 'count' || total === 'accurate' || total === 'estimate',
    include: [...includedIn('_include'), ...includedIn('_include:iterate')],
    revInclude: includedIn('_revinclude'),
  }
}

const unsupported = (name: string, why: string) => invalid({ [name]: [why] })

function modifierOf(kind: Kind, name: string, text: string | undefined): Modifier | null {
  if (text === undefined) return null
  const modifier = modifiers.find((one) => one === text)
  if (modifier && kind.params[name]?.modifiers?.includes(modifier)) return modifier
  throw unsupported(`${name}:${text}`, `The parameter ${name} does not support this modifier`)
}

function oneOf<Value extends string>(name: string, text: string | null, values: readonly Value[]) {
  const found = values.find((value) => value === text)
  if (text !== null && found === undefined) throw unsupported(name, `${name} is one of ${values.join(', ')}`)
  return found ?? null
}

function sortOf(kind: Kind, text: string | null): Sort | null {
  if (text === null) return null
  const descends = text.startsWith('-')
  const by = descends ? text.slice(1) : text
  if (kind.sorts.includes(by)) return { by, descends }
  const known =
    kind.sorts.length > 0 ? `can be sorted by one of ${kind.sorts.join(', ')}` : 'cannot be sorted'
  throw unsupported('_sort', `${kind.type} ${known}`)
}

function includedBy(name: string, value: string): Included {
  const [type = '', reference = '', ...more] = value.split(':')
  if (type === '' || reference === '' || more.length > 1)
    throw unsupported(name, `Give ${name} like Observation:subject`)
  return { type, reference, iterates: name === '_include:iterate' }
}

/** The values between commas. A comma with a backslash before it is part of a value. */
const valuesIn = (text: string) =>
  (text.match(/(?:\\.|[^,\\])+/g) ?? [text]).map((value) => value.replace(/\\([,$|\\])/g, '$1'))

export function countOf(text: string | null): number {
  if (text === null) return usualCount
  if (!/^\d{1,6}$/.test(text) || Number(text) === 0)
    throw invalid({ _count: [`_count is a number from 1 to ${mostCount}`] })
  return Math.min(Number(text), mostCount)
}
