import { laboratorySettings } from '#server/modules/sites/index.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type ClientCall, requireScope } from '../admit-client.ts'
import type { Kind, Operation } from '../kind.ts'
import { kindOf, readOne } from '../read-one.ts'
import { baseOf, type Resource, referenceTo, systemsOf } from '../resource.ts'

/** The most values, and the most reports, in a summary. */
const mostResults = 200

/**
 * `$summary`: the results of a patient as an International Patient Summary, latest first. A laboratory knows of no medicines, allergies
 * and problems, so these sections say that nothing is available.
 */
export const summarizePatient = (patients: Kind, kinds: readonly Kind[]): Operation => ({
  name: 'summary',
  levels: ['instance'],
  definition: 'http://hl7.org/fhir/uv/ips/OperationDefinition/summary',
  async run(call, { id }) {
    const patient = await readOne(call, patients, id ?? '')
    const values = await latestOf(call, kinds, 'Observation', patient)
    const reports = await latestOf(call, kinds, 'DiagnosticReport', patient)
    const { name } = await laboratorySettings(call)
    const laboratory = { resourceType: 'Organization', id: 'laboratory', name }
    const composition = compositionOf(call, { patient, laboratory, results: [...values, ...reports] })
    const base = baseOf(call.config)
    return {
      resourceType: 'Bundle',
      identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${composition.id}` },
      type: 'document',
      timestamp: call.clock.now().toISOString(),
      entry: [composition, patient, laboratory, ...values, ...reports].map((resource) => ({
        fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
        resource,
      })),
    }
  },
})

/** Without withdrawn results. */
async function latestOf(
  call: ClientCall,
  kinds: readonly Kind[],
  type: 'Observation' | 'DiagnosticReport',
  { id = '' }: Resource,
): Promise<Resource[]> {
  const kind = kindOf(kinds, type)
  requireScope(call, kind.scope)
  const asked = [
    { name: 'patient', all: [[id]] },
    { name: 'status', modifier: 'not' as const, all: [['entered-in-error']] },
  ]
  const sort = { by: 'date', descends: true }
  return (await kind.search(call, asked, { limit: mostResults }, sort)).rows
}

type Parts = { patient: Resource; laboratory: Resource; results: readonly Resource[] }

function compositionOf(call: ClientCall, { patient, laboratory, results }: Parts): Resource {
  const now = call.clock.now().toISOString()
  const coded = (code: string, display: string) => ({
    coding: [{ system: systemsOf(call.config).loinc, code, display }],
  })
  const empty = (title: string, code: ReturnType<typeof coded>) => ({
    title,
    code,
    text: narrative('The laboratory has no information about this.'),
    emptyReason: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/list-empty-reason', code: 'unavailable' }],
    },
  })
  const resultsCode = coded('30954-2', 'Relevant diagnostic tests/laboratory data note')
  return {
    resourceType: 'Composition',
    id: uuidv7(call.clock),
    status: 'final',
    type: coded('60591-5', 'Patient summary Document'),
    subject: referenceTo('Patient', patient.id ?? ''),
    date: now,
    author: [referenceTo('Organization', laboratory.id ?? '')],
    title: 'Summary of the laboratory results',
    section: [
      empty('Medicines', coded('10160-0', 'History of Medication use Narrative')),
      empty('Allergies', coded('48765-2', 'Allergies and adverse reactions Document')),
      empty('Problems', coded('11450-4', 'Problem list - Reported')),
      results.length === 0
        ? empty('Results', resultsCode)
        : {
            title: 'Results',
            code: resultsCode,
            text: narrative(`${results.length} released values and reports, latest first.`),
            entry: results.map(({ resourceType, id = '' }) => referenceTo(resourceType, id)),
          },
    ],
  }
}

const narrative = (text: string) => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${text}</p></div>`,
})
