import type { Context } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import type { ReportResources } from '../cards/issue-card.ts'
import { readAsProduct, readSomeAsProduct } from '../read-as-product.ts'
import { idsIn } from '../references.ts'

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
  const observationsIn = (references: unknown) =>
    readSomeAsProduct(context, siteId, 'Observation', idsIn(references))
  const results = await observationsIn(report.result)
  const members = await observationsIn(results.flatMap(({ hasMember = [] }) => hasMember))
  const [personId = ''] = idsIn([report.subject])
  const patient = await readAsProduct(context, siteId, 'Patient', personId)
  return { report, patient, results, members }
}
