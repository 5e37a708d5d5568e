import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { reachOf } from './policy.ts'
import { openVisit, readVisit, type Visit } from './queries-visits.ts'

const required = (visit: Visit | null): Visit => {
  if (!visit) throw notFound('This appointment')
  return visit
}

/** A visit within the caller's reach; refuses any other, like an unknown one. */
export const requireVisit = async ({ db, actor }: SignedIn, id: string): Promise<Visit> =>
  required(await readVisit(db, reachOf(actor), id))

/** As `requireVisit`; if staff read it, the audit trail records that, and the patient can see it. */
export const requireOpened = async (context: SignedIn, id: string): Promise<Visit> =>
  required(await openVisit(context, reachOf(context.actor), id))
