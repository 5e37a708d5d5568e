import type { Context } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { readAsProduct, readSomeAsProduct } from '../read-as-product.ts'
import type { Resource, referenceTo } from '../resource.ts'

/**
 * The latest report of a visit with its patient and values, as FHIR shows them to programs. `members`: the values of panels among `results`.
 * @throws a refusal that there is no `sought`
 */
export async function reportResources(
  context: Context,
  { siteId, id }: { siteId: string; id: string },
  sought: string,
): Promise<{ report: Resource; patient: Resource | null; results: Resource[]; members: Resource[] }> {
  const report = required(await readAsProduct(context, siteId, 'DiagnosticReport', id), sought)
  const observationsIn = (references: unknown) =>
    readSomeAsProduct(context, siteId, 'Observation', idsIn(references))
  const results = await observationsIn(report.result)
  const members = await observationsIn(results.flatMap(({ hasMember = [] }) => hasMember))
  const [personId = ''] = idsIn([report.subject])
  const patient = await readAsProduct(context, siteId, 'Patient', personId)
  return { report, patient, results, members }
}

/** The ids in a list of references. */
function idsIn(references: unknown): string[] {
  const list = (references ?? []) as ReturnType<typeof referenceTo>[]
  return list.map(({ reference }) => reference.slice(reference.indexOf('/') + 1))
}
