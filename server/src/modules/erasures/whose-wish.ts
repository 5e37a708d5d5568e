import { allAtSites } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notAllowed } from '#server/platform/errors.ts'

/** Why the caller may not decide the wish of a person, or null: an erasure concerns every site of the person. */
export async function whyNotDecide(
  { db, actor: { sites } }: SignedIn,
  personId: string | null,
): Promise<string | null> {
  if (sites === null) return null
  if (personId !== null && (await allAtSites(db, personId, sites))) return null
  return 'The person has visits at a site that is not yours. A manager of all sites can do this.'
}

/** Refuses callers who do not see all sites of the person. */
export async function requireAllSites(context: SignedIn, personId: string | null): Promise<void> {
  const why = await whyNotDecide(context, personId)
  if (why !== null) throw notAllowed(why)
}
