import { readPdf, type SmartLink } from '#server/modules/laboratory/index.ts'
import type { Context } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { readAsProduct, readSomeAsProduct } from '../read-as-product.ts'
import { baseOf, type Resource, type referenceTo } from '../resource.ts'

/**
 * The latest report of a visit with its values, as FHIR shows them to programs, and with its PDF inside: who has the link cannot read a
 * Binary. Of the patient it has no phone numbers and identifiers.
 */
export async function reportBundle(
  context: Context,
  { siteId, visitId }: Pick<SmartLink, 'siteId' | 'visitId'>,
): Promise<{ bundle: Resource; lastUpdated: string }> {
  const report = required(
    await readAsProduct(context, siteId, 'DiagnosticReport', visitId),
    'What this link showed',
  )
  const { result, subject } = report
  const observationsIn = (references: unknown) =>
    readSomeAsProduct(context, siteId, 'Observation', idsIn(references))
  const results = await observationsIn(result)
  const members = await observationsIn(results.flatMap(({ hasMember = [] }) => hasMember))
  const [personId = ''] = idsIn([subject])
  const patient = await readAsProduct(context, siteId, 'Patient', personId)
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

/** The ids in a list of references. */
function idsIn(references: unknown): string[] {
  const list = (references ?? []) as ReturnType<typeof referenceTo>[]
  return list.map(({ reference }) => reference.slice(reference.indexOf('/') + 1))
}
