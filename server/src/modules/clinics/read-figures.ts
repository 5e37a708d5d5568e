import type { ClinicFigures, readClinicFigures as contract } from '#contract/clinic-figures.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { figuresOfClinics } from './queries-figures.ts'

/** Orders, samples and turnaround times by clinic in a period of local days, at the caller’s sites. */
export async function readClinicFigures(
  { db, actor }: SignedIn,
  { from, to }: QueryOf<typeof contract>,
): Promise<{ clinics: ClinicFigures[] }> {
  if (to < from) throw invalid({ to: ['The last day is before the first'] })
  return { clinics: await figuresOfClinics(db, actor.sites, { from, to }) }
}
