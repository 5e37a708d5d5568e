import type { BodyOf } from '#contract/endpoint.ts'
import type { undoMerge as contract } from '#contract/patients.ts'
import { insertPersons, placing, readCircles, restorePersons } from '#server/modules/people/index.ts'
import { audit, auditMany, changedFields } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import {
  changedMeanwhile,
  invalid,
  isSqlError,
  notFound,
  Refusal,
  sqlState,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { reachedAt } from '#server/platform/outbox.ts'
import { tell, whyNotAtSites } from './merge-patients.ts'
import { fieldsToRestore } from './policy.ts'
import {
  bookedSince,
  bringBack,
  type Fields,
  findMerge,
  forgetPersons,
  type Kept,
  lockAccounts,
  noteUndone,
  returnNotices,
  returnVisits,
  setFields,
  setPerson,
  visitsOfStrangers,
} from './queries-merge.ts'
import { endLinks, shutOut } from './queries-part.ts'
import { findPerson } from './queries-persons.ts'

type Body = BodyOf<typeof contract>

/**
 * Parts two patients again: what came along goes back, and the kept account is what it was. What was booked or changed
 * since stays as it is, except for the visits that are named. Ended sessions stay ended; what one could open of the other
 * meanwhile is closed.
 */
export async function undoMerge(context: SignedIn, id: string, body: Body): Promise<{ message: string }> {
  try {
    const message = await inTransaction(context.db, (tx) => part({ ...context, db: tx }, id, body))
    context.wakeOutbox()
    return { message }
  } catch (error) {
    const isTaken = (index: string) => isSqlError(error, sqlState.uniqueViolation, index)
    if (isTaken('account_sign_in_phone')) {
      throw new Refusal(
        'conflict',
        'Another account logs in with the phone number of one of them by now. It must be free before they are parted.',
      )
    }
    if (!isTaken('account_email')) throw error
    throw new Refusal(
      'conflict',
      'Another account has the e-mail address of one of them by now. It must be free before they are parted.',
    )
  }
}

async function part(within: SignedIn, id: string, { reason, visits: also }: Body): Promise<string> {
  const { db: tx, actor, clock } = within
  const merge = await findMerge(tx, id)
  const seen = merge && (await findPerson(tx, merge.keptId, actor.sites))
  if (!merge || !seen) throw notFound('This join')
  const locked = await lockAccounts(tx, [merge.keptId, ...(merge.otherId ? [merge.otherId] : [])])
  const kept = locked.get(merge.keptId)
  const other = merge.otherId ? locked.get(merge.otherId) : null
  if (!kept || other === undefined) throw changedMeanwhile('This patient')
  const beyond = await whyNotAtSites(within, { account: kept.id })
  if (beyond) throw new Refusal('not_allowed', beyond)
  if (!(await noteUndone(tx, id, { now: clock.now(), by: actor.accountId, reason })))
    throw await whyNotUndone(within, id)
  await refuseOthers(within, merge, also)

  // First the address of the kept account, which may be the other's.
  const restored = fieldsToRestore(kept, merge)
  await setFields(tx, kept.id, restored)
  if (other) await bringBack(tx, other.id)
  const visits = [...merge.visits, ...also]
  const returned = await returnVisits(tx, visits, kept.id, merge.otherId)
  await restorePersons(tx, merge.persons)
  await forgetPersons(tx, kept.id, merge.mergedAt)
  if (merge.otherId !== null) await placeReturned(within, returned, merge.otherId)
  await returnNotices(tx, { notices: merge.notices, visits }, kept.id, merge.otherId)
  const joined = { since: merge.mergedAt, now: clock.now() }
  const links = await endLinks(tx, kept.id, visits, joined)
  if (merge.after.email !== undefined || merge.after.sign_in_phone !== undefined)
    await shutOut(tx, kept.id, joined)

  const moved = { visits: returned, ...(links > 0 && { linksEnded: links }) }
  await noteParting(within, { kept, other: other?.id ?? null, restored, moved, reason })
  const fullName = merge.before.full_name ?? kept.full_name
  await tell(
    within,
    'records_parted',
    [kept, { ...kept, ...merge.before }, ...(other ? [other] : [])].map(reachedAt),
    fullName,
  )
  return `${fullName} and ${merge.otherName} are two again: ${returned.length === 1 ? '1 visit' : `${returned.length} visits`} went back.`
}

/** Visits since the join that point to a person of the kept account go to a person of the other account, or to a new one. */
async function placeReturned(
  { db: tx, actor, clock }: SignedIn,
  visits: readonly string[],
  accountId: string,
): Promise<void> {
  const strange = await visitsOfStrangers(tx, visits, accountId)
  if (strange.length === 0) return
  const place = placing(await readCircles(tx, [accountId]), {
    newId: () => uuidv7(clock),
    now: clock.now(),
    grantedBy: actor.accountId,
  })
  for (const visit of strange) {
    const { personId, added } = place({ ...visit, accountId })
    if (added) await insertPersons(tx, [added])
    await setPerson(tx, visit, personId)
  }
}

/** For each whose record it changes, what it was and what it is now. */
async function noteParting(
  within: SignedIn,
  parting: {
    kept: Fields & { id: string }
    other: string | null
    restored: Partial<Fields>
    moved: { visits: string[]; linksEnded?: number }
    reason: string
  },
): Promise<void> {
  const { kept, other, restored, moved, reason } = parting
  const fields = changedFields(kept, restored)
  await audit(within, {
    action: 'patient.parted',
    subject: { kind: 'account', id: kept.id },
    before: fields?.before,
    after: { ...fields?.after, other, ...moved },
    reason,
  })
  if (other !== null) {
    await audit(within, {
      action: 'patient.parted_from',
      subject: { kind: 'account', id: other },
      before: { status: 'Deactivated', kept: kept.id },
      after: { status: 'Active', kept: null, ...moved },
      reason,
    })
    return
  }
  await auditMany(
    within,
    moved.visits.map((id) => ({
      action: 'visit.taken_from_account',
      subject: { kind: 'visit', id },
      before: { account: kept.id },
      after: { account: null },
      reason,
    })),
  )
}

/** Only visits that were booked since can be chosen to go along, and only to an account. */
async function refuseOthers({ db }: SignedIn, merge: Kept, also: readonly string[]): Promise<void> {
  if (also.length === 0) return
  const since = merge.otherId ? await bookedSince(db, also, merge.keptId, merge.mergedAt) : []
  if (since.length < new Set(also).size) {
    throw invalid({ visits: ['Only visits that were booked after the join can be chosen'] })
  }
}

async function whyNotUndone({ db }: SignedIn, id: string): Promise<Refusal> {
  const merge = await findMerge(db, id)
  return new Refusal(
    'not_possible_now',
    merge?.undoneAt
      ? 'This is undone already.'
      : 'Another join was made onto this one since. Undo that one first.',
  )
}
