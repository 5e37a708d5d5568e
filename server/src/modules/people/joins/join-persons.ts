import type { BodyOf } from '#contract/endpoint.ts'
import type { joinPersons as contract, undoJoin as undo } from '#contract/joins.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, notPossible, Refusal, required, requirePossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { careEnded, type Judged, personCorrected } from '../events.ts'
import { auditPerson } from '../records/audit-person.ts'
import { birthsFit } from '../records/birth.ts'
import { openKnownPerson, openPerson, readPerson } from '../records/keep-person.ts'
import { personNumber } from '../records/person-number.ts'
import { setFormer } from '../records/queries.ts'
import { isSameBirth } from '../records/same-birth.ts'
import { pairsWithPersons } from './list-duplicates.ts'
import {
  accountsOf,
  addJoin,
  allAtSites,
  findJoin,
  listJoinRows,
  lockPersons,
  noteUndone,
} from './queries-joins.ts'
import { pairsOf } from './queries-pairs.ts'

type Compared = Judged & { id: string }

/** Why two records cannot be joined, or null. */
function whyNotOne(kept: Compared, other: Compared): string | null {
  if (kept.id === other.id) return 'These records are joined already.'
  if (kept.sex !== other.sex) {
    return 'One is recorded as male and one as female. Correct the record that is wrong first.'
  }
  if (!birthsFit(kept.birth, other.birth)) {
    return 'Their dates of birth contradict each other. Correct the record that is wrong first.'
  }
  return null
}

/** Why staff who see only some sites may not join or separate persons with visits at other sites, or null. */
async function whyNotAtSites(
  { db, actor: { sites } }: SignedIn,
  ids: readonly string[],
): Promise<string | null> {
  if (sites === null) return null
  for (const id of ids) {
    if (!(await allAtSites(db, id, sites))) {
      return 'One of them has visits at a site that is not yours. Somebody who sees all sites can do this.'
    }
  }
  return null
}

/** Both records before they are joined, and why they cannot be. */
export async function showJoin(context: SignedIn, keptId: string, otherId: string) {
  const [kept, other] = [await readPerson(context, keptId), await readPerson(context, otherId)]
  const whyNot = whyNotOne(kept, other) ?? (await whyNotAtSites(context, [kept.id, other.id]))
  return { kept, other, whyNot }
}

/** Joins a record to another: one link, which every read follows. Accounts that open one of them open both from then on. */
export async function joinPersons(
  context: SignedIn,
  id: string,
  { other: otherId, reason, versions }: BodyOf<typeof contract>,
) {
  const { person: kept } = await openKnownPerson(context, id)
  const { person: other } = await openKnownPerson(context, otherId)
  requirePossible(whyNotOne(kept, other))
  const beyond = await whyNotAtSites(context, [kept.id, other.id])
  if (beyond) throw new Refusal('not_allowed', beyond)
  const joinId = uuidv7(context.clock)
  await transact(context, async (within) => {
    const { db, clock, actor } = within
    // Its locks on tasks come before those on persons, as where a person is corrected.
    const correction = { personId: other.id, before: other, after: kept }
    const judged = await within.tell(personCorrected, within, correction)
    const judgedAgain = judged.reduce((sum, { changed }) => sum + changed, 0)
    const locked = await lockPersons(db, [kept.id, other.id])
    const isAsShown = (id: string, version: number) =>
      locked.get(id)?.current === true && locked.get(id)?.version === version
    if (!isAsShown(kept.id, versions.kept) || !isAsShown(other.id, versions.other)) {
      throw changedMeanwhile('One of the two records')
    }
    await setFormer(db, other.id, kept.id, true)
    await addJoin(db, {
      id: joinId,
      keptId: kept.id,
      otherId: other.id,
      joinedAt: clock.now(),
      joinedBy: actor.accountId,
      reason,
    })
    const again = judgedAgain > 0 && { judgedAgain }
    const states = (after: object) => ({ before: null, after: { ...after, ...again }, reason })
    await auditPerson(within, 'person.joined', kept.id, states({ other: other.id }))
    await auditPerson(within, 'person.joined_to', other.id, states({ kept: kept.id }))
    await tell(within, 'records_joined', kept.id, kept.fullName)
  })
  return { message: `${other.fullName} and ${kept.fullName} are one person now.`, joinId }
}

/** Separates two records again. Accounts that could open both only because of the join lose access to the other record. */
export async function undoJoin(context: SignedIn, id: string, { reason }: BodyOf<typeof undo>) {
  const join = required(await findJoin(context.db, id), 'This join')
  const { person } = await openKnownPerson(context, join.keptId)
  const beyond = await whyNotAtSites(context, [join.keptId])
  if (beyond) throw new Refusal('not_allowed', beyond)
  const message = await transact(context, async (within) => {
    const { db, clock, actor } = within
    const locked = await lockPersons(db, [join.keptId, join.otherId, person.id])
    const [kept, other, current] = [locked.get(join.keptId), locked.get(join.otherId), locked.get(person.id)]
    if (!kept || !other || !current?.current) throw changedMeanwhile('This person')
    const undone = { undoneAt: clock.now(), undoneBy: actor.accountId, undoReason: reason }
    if (!(await noteUndone(db, id, undone))) {
      throw notPossible('This is undone already.')
    }
    const accounts = await tell(within, 'records_parted', person.id, current.fullName)
    await setFormer(db, other.id, kept.id, false).catch((error: unknown) => {
      if (!isSameBirth(error)) throw error
      throw notPossible(
        'Another baby of the same mother and day was written down with the number of this one.',
      )
    })
    await within.tell(personCorrected, within, { personId: other.id, before: current, after: other })
    for (const { id: personId } of [other, kept]) await within.tell(careEnded, within, { personId, accounts })
    const states = (before: object) => ({ before, after: null, reason })
    await auditPerson(within, 'person.parted', kept.id, states({ other: other.id }))
    await auditPerson(within, 'person.parted_from', other.id, states({ kept: kept.id }))
    return `${other.fullName} and ${kept.fullName} are two persons again.`
  })
  return { message }
}

/** Posts a message to each account that opens the record, one for each address. Returns the accounts. */
async function tell(
  within: SignedIn,
  kind: 'records_joined' | 'records_parted',
  personId: string,
  fullName: string,
): Promise<string[]> {
  const accounts = await accountsOf(within.db, personId)
  for (const to of new Set(accounts.map(reachedAt))) await post(within, { kind, to, payload: { fullName } })
  return accounts.map(({ id }) => id)
}

/** What was joined to a person, and what could be. */
export async function readJoins(context: SignedIn, id: string) {
  const { person } = await openPerson(context, id)
  const [rows, pairs] = [
    await listJoinRows(context.db, person.id),
    await pairsOf(context.db, person.id, context.actor.sites),
  ]
  return {
    joins: rows.map(({ undoneAt, undoneBy, undoReason, number, at, ...join }) => ({
      ...join,
      number: personNumber(number),
      at: at.toISOString(),
      undone: undoneAt && { at: undoneAt.toISOString(), by: undoneBy ?? '', reason: undoReason ?? '' },
    })),
    couldBe: await pairsWithPersons(context, pairs),
  }
}
