import type { BodyOf, ResponseInput, ResponseOf } from '#contract/endpoint.ts'
import type {
  joinPersons as contract,
  listJoins as joins,
  previewJoin as preview,
  undoJoin as undo,
} from '#contract/joins.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { changedMeanwhile, notFound, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { careEnded, personCorrected } from '../events.ts'
import { birthsFit } from '../records/birth.ts'
import { openPerson, readPerson } from '../records/keep-person.ts'
import { personNumber } from '../records/person-number.ts'
import { replaceRecord, restoreRecord } from '../records/queries.ts'
import { isSameBirth } from '../records/same-birth.ts'
import { pairsWithPersons } from './list-duplicates.ts'
import {
  accountsOf,
  addJoin,
  allAtSites,
  findJoin,
  type LockedPerson,
  listJoinRows,
  lockPersons,
  noteUndone,
} from './queries-joins.ts'
import { pairsOf } from './queries-pairs.ts'

type Compared = Pick<LockedPerson, 'id' | 'sex' | 'birth'>

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

/** Who sees some sites only joins and parts nobody with visits beyond them. */
async function whyNotAtSites({ db, actor }: SignedIn, ids: readonly string[]): Promise<string | null> {
  const { sites } = actor
  if (sites === null) return null
  for (const id of ids) {
    if (!(await allAtSites(db, id, sites))) {
      return 'One of them has visits at a site that is not yours. Somebody who sees all sites can do this.'
    }
  }
  return null
}

/** Both records before they are joined, and why they cannot be. */
export async function showJoin(
  context: SignedIn,
  keptId: string,
  otherId: string,
): Promise<ResponseInput<typeof preview>> {
  const [kept, other] = [await readPerson(context, keptId), await readPerson(context, otherId)]
  const whyNot = whyNotOne(kept, other) ?? (await whyNotAtSites(context, [kept.id, other.id]))
  return { kept, other, whyNot }
}

/** Joins a record to another: one link, which every read follows. Accounts that open one of them open both from then on. */
export async function joinPersons(
  context: SignedIn,
  id: string,
  { other: otherId, reason, versions }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { person: kept } = await openPerson(context, id)
  const { person: other } = await openPerson(context, otherId)
  const whyNot = whyNotOne(kept, other)
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  const beyond = await whyNotAtSites(context, [kept.id, other.id])
  if (beyond) throw new Refusal('not_allowed', beyond)
  const joinId = uuidv7(context.clock)
  await inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    // Its locks on tasks come before those on persons, as where a person is corrected.
    const judged = await context.tell(personCorrected, within, {
      personId: other.id,
      before: other,
      after: kept,
    })
    const judgedAgain = judged.reduce((sum, { changed }) => sum + changed, 0)
    const locked = await lockPersons(tx, [kept.id, other.id])
    for (const [one, version] of [
      [locked.get(kept.id), versions.kept],
      [locked.get(other.id), versions.other],
    ] as const) {
      if (!one?.current || one.version !== version) throw changedMeanwhile('One of the two records')
    }
    await replaceRecord(tx, other.id, kept.id)
    await addJoin(tx, {
      id: joinId,
      keptId: kept.id,
      otherId: other.id,
      now: context.clock.now(),
      by: context.actor.accountId,
      reason,
    })
    const again = judgedAgain > 0 ? { judgedAgain } : {}
    await audit(within, {
      action: 'person.joined',
      subject: { kind: 'person', id: kept.id },
      before: null,
      after: { other: other.id, ...again },
      reason,
    })
    await audit(within, {
      action: 'person.joined_to',
      subject: { kind: 'person', id: other.id },
      before: null,
      after: { kept: kept.id, ...again },
      reason,
    })
    await tell(within, 'records_joined', kept.id, kept.fullName)
  })
  context.wakeOutbox()
  return { message: `${other.fullName} and ${kept.fullName} are one person now.`, joinId }
}

/** Parts two records again. What accounts could open of the other meanwhile is closed to them. */
export async function undoJoin(
  context: SignedIn,
  id: string,
  { reason }: BodyOf<typeof undo>,
): Promise<ResponseOf<typeof undo>> {
  const join = await findJoin(context.db, id)
  if (!join) throw notFound('This join')
  const { person } = await openPerson(context, join.keptId)
  const beyond = await whyNotAtSites(context, [join.keptId])
  if (beyond) throw new Refusal('not_allowed', beyond)
  const message = await inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const { clock, actor } = context
    const locked = await lockPersons(tx, [join.keptId, join.otherId, person.id])
    const [kept, other, current] = [locked.get(join.keptId), locked.get(join.otherId), locked.get(person.id)]
    if (!kept || !other || !current?.current) throw changedMeanwhile('This person')
    if (!(await noteUndone(tx, id, { now: clock.now(), by: actor.accountId, reason }))) {
      throw new Refusal('not_possible_now', 'This is undone already.')
    }
    const accounts = await tell(within, 'records_parted', person.id, current.fullName)
    await restoreRecord(tx, other.id, kept.id).catch((error: unknown) => {
      if (!isSameBirth(error)) throw error
      throw new Refusal(
        'not_possible_now',
        'Another baby of the same mother and day was written down with the number of this one.',
      )
    })
    await context.tell(personCorrected, within, { personId: other.id, before: current, after: other })
    for (const { id: personId } of [other, kept])
      await context.tell(careEnded, within, { personId, accounts })
    await audit(within, {
      action: 'person.parted',
      subject: { kind: 'person', id: kept.id },
      before: { other: other.id },
      after: null,
      reason,
    })
    await audit(within, {
      action: 'person.parted_from',
      subject: { kind: 'person', id: other.id },
      before: { kept: kept.id },
      after: null,
      reason,
    })
    return `${other.fullName} and ${kept.fullName} are two persons again.`
  })
  context.wakeOutbox()
  return { message }
}

/** Tells everybody who opens the record, each address once. Returns their accounts. */
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
export async function readJoins(context: SignedIn, id: string): Promise<ResponseInput<typeof joins>> {
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
