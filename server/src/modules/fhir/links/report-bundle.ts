import { readPdf, type SmartLink } from '#server/modules/laboratory/index.ts'
import type { Context } from '#server/platform/context.ts'
import { reportResources } from '../report-resources.ts'
import { baseOf, type Resource } from '../resource.ts'

/**
 * The latest report of a visit with its values, as FHIR shows them to programs, and with its PDF inside: who has the link cannot read a
 * Binary. Of the patient it has no phone numbers and identifiers.
 */
export async function reportBundle(
  context: Context,
  { siteId, visitId }: Pick<SmartLink, 'siteId' | 'visitId'>,
): Promise<{ bundle: Resource; lastUpdated: string }> {
  const { report, patient, results, members } = await reportResources(
    context,
    { siteId, id: visitId },
    'What this link showed',
  )
  const pdf = await readPdf(context.db, siteId, visitId)
  const whole = {
    ...report,
    ...(pdf && {
      presentedForm: [{ contentType: 'application/pdf', data: pdf.pdf.toString('base64') }],
    }),
  }
  const base = baseOf(context.config)
  return {
    bundle: {
      resourceType: 'Bundle',
      type: 'collection',
      timestamp: context.clock.now().toISOString(),
      entry: [whole, ...(patient ? [printed(patient)] : []), ...results, ...members].map((resource) => ({
        fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
        resource,
      })),
    },
    lastUpdated: report.meta?.lastUpdated ?? '',
  }
}

const printed = ({ resourceType, id = '', name, gender, birthDate }: Resource): Resource => ({
  resourceType,
  id,
  name,
  gender,
  ...(birthDate !== undefined && { birthDate }),
})
