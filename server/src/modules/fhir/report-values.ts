import type { ClientCall } from './admit-client.ts'
import type { Kind } from './kind.ts'
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
