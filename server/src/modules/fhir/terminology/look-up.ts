import { keysOf } from '#contract/keys-of.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { ClientCall } from '../admit-client.ts'
import type { OperationAsked } from '../kind.ts'
import { type Resource, systemsOf } from '../resource.ts'
import { type AskedCoding, askedCodings } from './asked-coding.ts'
import { parametersOf } from './parameters.ts'
import { propertiesOf } from './properties.ts'
import { type ConceptSource, findConcept } from './queries-concepts.ts'

const titles = { test: 'Tests', analyte: 'Analytes' } as const
const codeSystemIds = keysOf(titles)

/** The code system of an operation: by its id, or by its URI, which is in the parameter `name`. */
function sourceOf({ config }: ClientCall, id: string | null, name: string, uri: string | null) {
  const systems = systemsOf(config)
  const found = codeSystemIds.find((one) => (id === null ? systems[one] === uri : one === id))
  if (found) return found
  if (id !== null) throw notFound('This CodeSystem')
  throw invalid({ [name]: [`“${(uri ?? '').slice(0, 200)}” is no code system of the laboratory`] })
}

/** Whether a code can be one of the source: its system is not named, or is that of the source. */
const isOfSource = ({ config }: ClientCall, source: ConceptSource, { system }: AskedCoding) =>
  system === null || system === systemsOf(config)[source]

/** `$lookup`: the name and the properties of a code. */
export async function lookUp(call: ClientCall, asked: OperationAsked): Promise<Resource> {
  const [coding] = askedCodings(asked, 'system')
  const source = sourceOf(call, asked.id, 'system', coding.system)
  const found = isOfSource(call, source, coding) ? await findConcept(call.db, source, coding.code) : null
  if (!found) throw notFound(`The code “${coding.code.slice(0, 60)}”`)
  return parametersOf([
    { name: 'name', valueString: titles[source] },
    { name: 'display', valueString: found.display },
    found.definition !== '' && { name: 'definition', valueString: found.definition },
    ...propertiesOf(found).map(({ code, ...value }) => ({
      name: 'property',
      part: [
        { name: 'code', valueCode: code },
        'valueBoolean' in value
          ? { name: 'value', valueBoolean: value.valueBoolean }
          : { name: 'value', valueString: value.valueString },
      ],
    })),
  ])
}

/** `$validate-code` of a code system. */
export async function validateInSystem(call: ClientCall, asked: OperationAsked): Promise<Resource> {
  const codings = askedCodings(asked, 'url')
  const [first] = codings
  const systemUrl = first.system ?? asked.params.get('url') ?? asked.params.get('system')
  const source = sourceOf(call, asked.id, 'url', systemUrl)
  return validated(call, source, codings)
}

/**
 * Whether one of the codes is among those of a source, with its name. A code of another system is not. A wrong display makes the result
 * false.
 */
export async function validated(
  call: ClientCall,
  source: ConceptSource,
  codings: readonly AskedCoding[],
  isOffered = false,
): Promise<Resource> {
  for (const { code, display } of codings.filter((one) => isOfSource(call, source, one))) {
    const found = await findConcept(call.db, source, code)
    if (!found || (isOffered && !found.isActive)) continue
    const isNamed = display === null || display.toLowerCase() === found.display.toLowerCase()
    return parametersOf([
      { name: 'result', valueBoolean: isNamed },
      !isNamed && { name: 'message', valueString: `The name of ${code} is “${found.display}”` },
      { name: 'display', valueString: found.display },
    ])
  }
  const codes = codings.map(({ code }) => `“${code.slice(0, 60)}”`).join(', ')
  return parametersOf([
    { name: 'result', valueBoolean: false },
    { name: 'message', valueString: `There is no code ${codes}` },
  ])
}
