import { invalid, notFound } from '#server/platform/errors.ts'
import type { ClientCall } from '../admit-client.ts'
import type { OperationAsked } from '../kind.ts'
import { type Resource, systemsOf } from '../resource.ts'
import { askedCodings } from './asked-coding.ts'
import { parametersOf } from './parameters.ts'
import { propertiesOf } from './properties.ts'
import { type ConceptSource, findConcept } from './queries-concepts.ts'

/** The code systems of the catalogue, by their URI and by their id. */
function sourceOf(call: ClientCall, system: string | null, id: string | null): ConceptSource | null {
  const { test, analyte } = systemsOf(call.config)
  if (id !== null) return id === 'test' || id === 'analyte' ? id : null
  return system === test ? 'test' : system === analyte ? 'analyte' : null
}

const titles = { test: 'Tests', analyte: 'Analytes', loinc: 'LOINC' } as const

/** `$lookup`: the name and the properties of a code. */
export async function lookUp(call: ClientCall, asked: OperationAsked): Promise<Resource> {
  const [coding] = askedCodings(asked, 'system')
  const source = sourceOf(call, coding?.system ?? null, asked.id)
  if (!coding || source === null) throw noSuchSystem('system', coding?.system ?? '')
  const found = await findConcept(call.db, source, coding.code)
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

export const noSuchSystem = (name: string, system: string) =>
  invalid({ [name]: [`“${system.slice(0, 200)}” is no code system of the laboratory`] })

/** `$validate-code` of a code system. */
export async function validateInSystem(call: ClientCall, asked: OperationAsked): Promise<Resource> {
  const codings = askedCodings(asked, 'url')
  const [first] = codings
  const systemUrl = first?.system ?? asked.params.get('url') ?? asked.params.get('system')
  const source = sourceOf(call, systemUrl, asked.id)
  if (source === null) throw noSuchSystem('url', systemUrl ?? '')
  return validated(call, source, codings)
}

/** Whether one of the codes is among those of a source, with its name. A wrong display makes the result false. */
export async function validated(
  call: ClientCall,
  source: ConceptSource,
  codings: readonly { code: string; display: string | null }[],
  isOffered = false,
): Promise<Resource> {
  for (const { code, display } of codings) {
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
