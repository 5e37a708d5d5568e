import { invalid, Refusal } from '#server/platform/errors.ts'
import type { Asked, Kind } from './kind.ts'

const usualCount = 50
const mostCount = 200
const mostValues = 100

/** The parameters of a search. Unknown parameters are ignored, or refused if `isStrict`. */
export function readQuery(kind: Kind, query: URLSearchParams, isStrict: boolean) {
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
