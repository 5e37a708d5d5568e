import { createHash } from 'node:crypto'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { observationId } from './observations.ts'
import { readAsProduct } from './read-as-product.ts'
import { baseOf, type Resource, referenceTo } from './resource.ts'

export type ReportedCase = {
  id: string
  siteId: string
  visitId: string
  personId: string
  disease: string
  testCode: string
  /** Null: an organism grows in a culture. */
  analyteCode: string | null
  finding: string
  /** The result was withdrawn or corrected to another. */
  gone: boolean
  decidedAt: Date
}

/**
 * The message about a case of a notifiable disease: a Condition with the patient and the result that it rests on, and no other result of
 * the visit. A withdrawn case is the same Condition, entered in error.
 */
export async function caseBundle(context: Context, reported: ReportedCase): Promise<Resource> {
  const { config, clock } = context
  const base = baseOf(config)
  const { id, personId, visitId, disease, testCode, analyteCode, finding, gone, decidedAt } = reported
  const { name } = await laboratorySettings(context)
  const read = (type: string, of: string) => readAsProduct(context, reported.siteId, type, of)
  const patient = await read('Patient', personId)
  if (!patient) throw new Error('The patient of a case cannot be read')
  const value =
    analyteCode === null ? null : await read('Observation', observationId(visitId, testCode, analyteCode))
  const laboratory: Resource = { resourceType: 'Organization', id: 'laboratory', name }
  const condition: Resource = {
    resourceType: 'Condition',
    id,
    verificationStatus: {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status',
          code: gone ? 'entered-in-error' : 'confirmed',
        },
      ],
    },
    category: [{ text: 'Notifiable disease' }],
    code: { text: disease },
    subject: referenceTo('Patient', personId),
    recordedDate: decidedAt.toISOString(),
    evidence: [
      {
        code: [{ text: finding }],
        ...(value && { detail: [referenceTo('Observation', value.id ?? '')] }),
      },
    ],
  }
  const header: Resource = {
    resourceType: 'MessageHeader',
    id: messageId(id, gone, clock.now()),
    eventUri: `${config.publicUrl}/fhir/event/${gone ? 'case-withdrawn' : 'case-confirmed'}`,
    sender: referenceTo('Organization', 'laboratory'),
    source: { name, software: 'Phial', endpoint: base },
    focus: [referenceTo('Condition', id)],
  }
  const resources = [header, condition, patient, laboratory, ...(value ? [value] : [])]
  return {
    resourceType: 'Bundle',
    type: 'message',
    timestamp: clock.now().toISOString(),
    entry: resources.map((resource) => ({
      fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
      resource,
    })),
  }
}

const messageId = (id: string, gone: boolean, now: Date) =>
  createHash('sha256').update(`${id} ${gone} ${now.toISOString()}`).digest('hex').slice(0, 32)
