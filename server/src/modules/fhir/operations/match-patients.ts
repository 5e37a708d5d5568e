import { z } from 'zod'
import { invalid } from '#server/platform/errors.ts'
import type { ClientCall } from '../admit-client.ts'
import { identifier, readResource, resourceOf, stored } from '../elements.ts'
import type { Asked, Kind, Operation } from '../kind.ts'
import { resourceIn } from '../operation-params.ts'
import { countOf } from '../read-query.ts'
import { baseOf, type Resource } from '../resource.ts'

const patient = resourceOf('Patient').extend({
  identifier: z.array(identifier).max(20).default([]),
  name: z
    .array(
      z.object({
        text: stored(300).optional(),
        family: stored(300).optional(),
        given: z.array(stored(300)).max(10).optional(),
      }),
    )
    .max(10)
    .default([]),
  gender: z.string().optional(),
  birthDate: z
    .string()
    .regex(/^\d{4}(-\d\d){0,2}$/, 'Give a date of birth like 1990-05-04 or 1990')
    .optional(),
})
type Asking = z.output<typeof patient>

/** The most patients that are compared. */
const mostCompared = 100

type Grade = 'certain' | 'probable' | 'possible'
const scores: Readonly<Record<Grade, number>> = { certain: 1, probable: 0.8, possible: 0.5 }

/** `$match`: patients within reach who can be the described one, the most similar first. */
export const matchPatients = (patients: Kind): Operation => ({
  name: 'match',
  levels: ['type'],
  definition: 'http://hl7.org/fhir/OperationDefinition/Patient-match',
  isPosted: true,
  async run(call, { body, params }) {
    const asked = readResource('Patient', patient, resourceIn(body, 'resource'))
    const isCertainOnly = params.get('onlyCertainMatches') === 'true'
    const limit = countOf(params.get('count'))
    const graded = (await candidatesFor(call, patients, asked))
      .map((one) => ({ one, grade: gradeOf(one, asked) }))
      .filter(({ grade }) => !isCertainOnly || grade === 'certain')
      .sort((a, b) => scores[b.grade] - scores[a.grade])
      .slice(0, limit)
    return {
      resourceType: 'Bundle',
      type: 'searchset',
      total: graded.length,
      ...(graded.length > 0 && { entry: graded.map(({ one, grade }) => entryOf(call, one, grade)) }),
    }
  },
})

const entryOf = ({ config }: ClientCall, resource: Resource, grade: Grade) => ({
  fullUrl: `${baseOf(config)}/Patient/${resource.id}`,
  resource,
  search: {
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/match-grade', valueCode: grade }],
    mode: 'match',
    score: scores[grade],
  },
})

/** The patients with one of the identifiers, and those with the date of birth and a part of the name. */
async function candidatesFor(call: ClientCall, patients: Kind, asked: Asking): Promise<Resource[]> {
  const words = wordsOf(nameOf(asked)).slice(0, 5)
  const searches: Asked[][] = [
    ...asked.identifier.map(({ system, value }) => [
      { name: 'identifier', all: [[system === '' ? value : `${system}|${value}`]] },
    ]),
    ...(asked.birthDate !== undefined && words.length > 0
      ? [
          [
            { name: 'birthdate', all: [[asked.birthDate]] },
            { name: 'name', all: [words] },
          ],
        ]
      : []),
  ]
  if (searches.length === 0)
    throw invalid({ resource: ['Give an identifier, or the name and the date of birth'] })
  const found = new Map<string, Resource>()
  for (const search of searches)
    for (const one of (await patients.search(call, search, { limit: mostCompared })).rows)
      found.set(one.id ?? '', one)
  return [...found.values()]
}

/** An identifier without a contradiction is certain; the whole name with sex and date of birth is probable. */
function gradeOf(one: Resource, asked: Asking): Grade {
  const { identifier: own = [], name = [], gender, birthDate } = one as Partial<Asking>
  const isSame = (first: string | undefined, second: string | undefined) =>
    first === undefined || second === undefined || first === second
  const agrees =
    isSame(gender, asked.gender) &&
    (birthDate === undefined || asked.birthDate === undefined || begins(birthDate, asked.birthDate))
  const hasIdentifier = asked.identifier.some(({ system, value }) =>
    own.some((two) => two.value === value && (system === '' || two.system === system)),
  )
  if (hasIdentifier) return agrees ? 'certain' : 'possible'
  const words = (text: string) => wordsOf(text).sort().join(' ')
  return agrees && words(name[0]?.text ?? '') === words(nameOf(asked)) ? 'probable' : 'possible'
}

/** Whether two dates agree as far as both are known. */
const begins = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)

const nameOf = ({ name: [name = {}] }: Asking) =>
  name.text ?? [...(name.given ?? []), name.family ?? ''].join(' ')

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
