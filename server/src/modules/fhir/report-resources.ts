import type { Context } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import type { Kind } from './kind.ts'
import { asProduct, readAsProduct } from './read-as-product.ts'
import { readMany } from './read-one.ts'
import { idsIn } from './references.ts'
import type { Resource } from './resource.ts'

/** `members`: the values of panels among `results`. */
type ReportValues = { results: Resource[]; members: Resource[] }
export type ReportResources = ReportValues & { report: Resource; patient: Resource | null }

/** The values of a report that the client reaches. */
export async function valuesOf(
  call: ClientCall,
  observations: Kind,
  { result }: Resource,
): Promise<ReportValues> {
  const results = await readMany(call, observations, idsIn(result))
  const ofPanels = results.flatMap(({ hasMember }) => idsIn(hasMember))
  return { results, members: await readMany(call, observations, ofPanels) }
}

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
