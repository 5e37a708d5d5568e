import type { Context } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { asProduct, readAsProduct } from './read-as-product.ts'
import { idsIn } from './references.ts'
import { type ReportResources, valuesOf } from './report-values.ts'

/**
 * The latest report of a visit with its patient and values, as FHIR shows them to programs.
 * @throws a refusal that there is no `sought`
 */
export async function reportResources(
  context: Context,
  { siteId, id }: { siteId: string; id: string },
  sought: string,
): Promise<ReportResources> {
  const report = required(await readAsProduct(context, siteId, 'DiagnosticReport', id), sought)
  const { call, kind } = asProduct(context, siteId, 'Observation')
  const values = await valuesOf(call, kind, report)
  const [personId = ''] = idsIn(report.subject)
  const patient = await readAsProduct(context, siteId, 'Patient', personId)
  return { report, patient, ...values }
}
