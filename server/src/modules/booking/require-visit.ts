import type { SignedIn } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { reachOf } from './policy.ts'
import { openVisit, readVisit, type Visit } from './queries-visits.ts'

/** A visit within the caller's reach; refuses any other, like an unknown one. */
export const requireVisit = async ({ db, actor }: SignedIn, id: string): Promise<Visit> =>
  required(await readVisit(db, reachOf(actor), id), 'This appointment')

/** As `requireVisit`; if staff read it, the audit trail records that, and the patient can see it. */
export const requireOpened = async (context: SignedIn, id: string): Promise<Visit> =>
  required(await openVisit(context, reachOf(context.actor), id), 'This appointment')
