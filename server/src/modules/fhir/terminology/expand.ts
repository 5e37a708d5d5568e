import { invalid, notFound } from '#server/platform/errors.ts'
import type { ClientCall } from '../admit-client.ts'
import type { OperationAsked } from '../kind.ts'
import { refuseNul } from '../queries-conditions.ts'
import { type Resource, systemsOf } from '../resource.ts'
import { askedCodings } from './asked-coding.ts'
import { validated } from './look-up.ts'
import { type ConceptSource, readConcepts } from './queries-concepts.ts'

const valueSetIds = ['tests', 'analytes', 'loinc'] as const
type ValueSetId = (typeof valueSetIds)[number]
const sources: Readonly<Record<ValueSetId, ConceptSource>> = {
  tests: 'test',
  analytes: 'analyte',
  loinc: 'loinc',
}

export const valueSetUrls = ({ publicUrl }: { publicUrl: string }): Record<ValueSetId, string> => ({
  tests: `${publicUrl}/fhir/ValueSet/tests`,
  analytes: `${publicUrl}/fhir/ValueSet/analytes`,
  loinc: `${publicUrl}/fhir/ValueSet/loinc`,
})

/** The value set of an operation: by its id, or by its URL in `url`. */
function valueSetOf({ config }: ClientCall, { id, params }: OperationAsked): ValueSetId {
  const urls = valueSetUrls(config)
  const url = params.get('url')
  const found = valueSetIds.find((one) => (id === null ? urls[one] === url : one === id))
  if (found) return found
  if (id !== null) throw notFound('This ValueSet')
  throw invalid({ url: [`“${(url ?? '').slice(0, 200)}” is no value set of the laboratory`] })
}

const mostCodes = 1_000

/** `$expand`: the codes of a value set, by name. */
export async function expand(call: ClientCall, asked: OperationAsked): Promise<Resource> {
  const id = valueSetOf(call, asked)
  const { params } = asked
  const filter = params.get('filter') ?? ''
  refuseNul(filter, 'filter')
  const offset = numberIn(params, 'offset', 0)
  const limit = Math.min(numberIn(params, 'count', mostCodes), mostCodes)
  const { total, rows } = await readConcepts(call.db, sources[id], { filter, limit, offset })
  const system = systemsOf(call.config)[sources[id]]
  return {
    resourceType: 'ValueSet',
    id,
    url: valueSetUrls(call.config)[id],
    status: 'active',
    expansion: {
      timestamp: call.clock.now().toISOString(),
      total,
      offset,
      ...(rows.length > 0 && {
        contains: rows.map(({ code, display }) => ({ system, code, display })),
      }),
    },
  }
}

function numberIn(params: URLSearchParams, name: string, otherwise: number): number {
  const value = params.get(name)
  if (value === null) return otherwise
  if (!/^\d{1,6}$/.test(value)) throw invalid({ [name]: [`${name} is a whole number`] })
  return Number(value)
}

/** `$validate-code` of a value set. */
export async function validateInValueSet(call: ClientCall, asked: OperationAsked): Promise<Resource> {
  const id = valueSetOf(call, asked)
  return validated(call, sources[id], askedCodings(asked, 'system'), id === 'tests')
}
