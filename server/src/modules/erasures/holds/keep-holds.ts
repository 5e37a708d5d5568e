import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { endLegalHold, LegalHold, listLegalHolds, placeLegalHold } from '#contract/legal-holds.ts'
import { openKnownPerson, personNumber } from '#server/modules/people/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { mapPage } from '#server/platform/list.ts'
import { requireAllSites } from '../whose-wish.ts'
import { addHold, endHold, findHold, type HoldRow, listHolds } from './queries-holds.ts'

const present = ({
  personId,
  number,
  fullName,
  endedBy,
  endedAt,
  endReason,
  ...hold
}: HoldRow): LegalHold => ({
  ...hold,
  person: { id: personId, number: personNumber(number), fullName },
  placedAt: hold.placedAt.toISOString(),
  ended:
    endedAt === null || endedBy === null
      ? null
      : { by: endedBy, at: endedAt.toISOString(), reason: endReason },
})

export const readHolds = async (
  { db, actor: { sites } }: SignedIn,
  { state, personId, ...page }: QueryOf<typeof listLegalHolds>,
) => mapPage(await listHolds(db, { state: state ?? null, personId: personId ?? null, sites }, page), present)

/** Places a hold. Whoever sees the person may protect their data. */
export async function placeHold(
  context: SignedIn,
  { personId, kind, reason }: BodyOf<typeof placeLegalHold>,
) {
  const { person } = await openKnownPerson(context, personId)
  const id = uuidv7(context.clock)
  await transact(context, async (within) => {
    const { db, clock, actor } = within
    await addHold(db, {
      ...{ id, personId: person.id, kind, reason },
      ...{ placedBy: actor.accountId, placedAt: clock.now() },
    })
    await audit(within, {
      action: 'legal_hold.placed',
      subject: { kind: 'person', id: person.id },
      after: { hold: id, kind },
      reason,
    })
  })
  return { message: 'The hold is in force. Nothing of this person is erased or deleted.', id }
}

/** Ends a hold. What has expired meanwhile is deleted in the next night, so it needs a manager of all sites of the person. */
export async function endHoldOf(context: SignedIn, id: string, { reason }: BodyOf<typeof endLegalHold>) {
  const hold = required(await findHold(context.db, id, context.actor.sites), 'This hold')
  await requireAllSites(context, hold.personId)
  await transact(context, async (within) => {
    const { db, clock, actor } = within
    const end = { endedBy: actor.accountId, endedAt: clock.now(), endReason: reason }
    if (!(await endHold(db, id, end))) throw changedMeanwhile('The hold')
    await audit(within, {
      action: 'legal_hold.ended',
      subject: { kind: 'person', id: hold.personId },
      after: { hold: id },
      reason,
    })
  })
  return { message: 'The hold has ended.' }
}
