import type { BodyOf, ResponseInput } from '#contract/endpoint.ts'
import type { mergePatients as contract, PatientPerson, previewMerge } from '#contract/patients.ts'
import { readCircles, replacePersons, whichAreOne } from '#server/modules/people/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { changedMeanwhile, invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import type { Neighbours } from './neighbours.ts'
import { fieldsAfter, whyNotMerge } from './policy.ts'
import { presentPerson } from './present.ts'
import {
  addMerge,
  allAtSites,
  giveNotices,
  giveVisits,
  knowPersons,
  lockAccounts,
  lockVisitsAlone,
  readVersioned,
  retireInto,
  setFields,
} from './queries-merge.ts'
import { findPerson, type Ref, readPerson } from './queries-persons.ts'

type Body = BodyOf<typeof contract>

/** Both sides of a join before it is made, and why it cannot be. */
export async function showMerge(
  context: SignedIn,
  keptId: string,
  otherId: string,
): Promise<ResponseInput<typeof previewMerge>> {
  const { db } = context
  const { kept, other } = await bothOf(context, keptId, otherId)
  const [shownKept, shownOther] = [await readVersioned(db, kept), await readVersioned(db, other)]
  if (!shownKept || !shownOther) throw notFound('This patient')
  const whyNot = whyNotMerge(shownKept, shownOther) ?? (await whyNotAtSites(context, kept, other))
  return {
    kept: { ...(await seenOf(context, kept)), version: shownKept.version },
    other: { ...(await seenOf(context, other)), version: shownOther.version },
    whyNot,
  }
}

/** Somebody as far as the caller's sites reach. */
async function seenOf({ db, actor }: SignedIn, ref: Ref): Promise<PatientPerson> {
  const person = await readPerson(db, ref, actor.sites)
  if (!person) throw notFound('This patient')
  return presentPerson(person)
}

/**
 * Joins one patient to another: visits and notices come along, with their results and reports as they are; the other
 * account is deactivated. What was moved and what the kept account was before is written down, so that it can be undone.
 */
export async function mergePatients(
  context: SignedIn,
  keptId: string,
  body: Body,
  neighbours: Neighbours,
): Promise<{ message: string; mergeId: string }> {
  const done = await inTransaction(context.db, (tx) => join({ ...context, db: tx }, keptId, body, neighbours))
  context.wakeOutbox()
  return done
}

async function join(
  within: SignedIn,
  keptId: string,
  { other: otherId, fields, reason, versions }: Body,
  neighbours: Neighbours,
) {
  const { db: tx, actor, clock } = within
  const now = clock.now()
  const { kept, other } = await bothOf(within, keptId, otherId)
  const locked = await lockAccounts(tx, [kept.account, ...('account' in other ? [other.account] : [])])
  if ('alone' in other) await lockVisitsAlone(tx, other.alone)
  const account = locked.get(kept.account)
  const [shownKept, shownOther] = [await readVersioned(tx, kept), await readVersioned(tx, other)]
  if (!account || !shownKept || !shownOther) throw changedMeanwhile('One of the two')
  if (shownKept.version !== versions.kept || shownOther.version !== versions.other) {
    throw changedMeanwhile('One of the two')
  }
  const whyNot = whyNotMerge(shownKept, shownOther)
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  const beyond = await whyNotAtSites(within, kept, other)
  if (beyond) throw new Refusal('not_allowed', beyond)
  if ('alone' in other && fields.email === 'other') {
    throw invalid({ 'fields.email': ['Nobody has confirmed this address: it cannot be logged in with'] })
  }
  const from = 'account' in other ? locked.get(other.account) : null
  const { before, after } = fieldsAfter(
    account,
    {
      full_name: shownOther.fullName,
      email: shownOther.email,
      phone: shownOther.phone,
      sign_in_phone: from?.sign_in_phone ?? null,
      also_known_as: [...(from?.also_known_as ?? []), ...shownOther.names],
    },
    fields,
  )
  const mergeId = uuidv7(clock)
  if (from) {
    await retireInto(tx, from.id, account.id, now)
    await neighbours.forgetDevices({ db: tx }, from.id, { except: null })
  }
  await setFields(tx, account.id, after)
  const visits = await giveVisits(tx, other, account.id)
  const notices = from ? await giveNotices(tx, from.id, account.id) : []
  const persons = await joinPersons(within, account.id, {
    visits,
    names: after.also_known_as ?? account.also_known_as,
  })
  await addMerge(tx, {
    id: mergeId,
    keptId: account.id,
    otherId: from?.id ?? null,
    otherName: shownOther.fullName,
    before,
    after,
    visits,
    notices,
    persons,
    mergedAt: now,
    mergedBy: actor.accountId,
    reason,
  })
  await audit(within, {
    action: 'patient.joined',
    subject: { kind: 'account', id: account.id },
    before,
    after: { ...after, other: from?.id ?? null, visits },
    reason,
  })
  if (from) {
    await audit(within, {
      action: 'patient.joined_to',
      subject: { kind: 'account', id: from.id },
      before: { status: 'Active' },
      after: { status: 'Deactivated', kept: account.id },
      reason,
    })
  } else {
    for (const id of visits) {
      await audit(within, {
        action: 'visit.given_to_account',
        subject: { kind: 'visit', id },
        before: { account: null },
        after: { account: account.id },
        reason,
      })
    }
  }
  const fullName = after.full_name ?? account.full_name
  const told = [
    reachedAt(account),
    reachedAt({ ...account, ...after }),
    ...(from ? [reachedAt(from)] : shownOther.addresses),
  ]
  await tell(within, 'records_joined', told, fullName)
  return {
    mergeId,
    message: `${fullName} has ${visits.length === 1 ? '1 more visit' : `${visits.length} more visits`} now.`,
  }
}

/**
 * Joins the persons of the kept account that belong to the joined patients or are the same in both accounts. The persons
 * of the visits that came along are added to the account first.
 */
async function joinPersons(
  { db: tx, actor, clock }: SignedIn,
  accountId: string,
  { visits, names }: { visits: readonly string[]; names: readonly string[] },
): Promise<string[]> {
  if (visits.length > 0) await knowPersons(tx, accountId, visits, { now: clock.now(), by: actor.accountId })
  const circle = (await readCircles(tx, [accountId])).get(accountId)
  return replacePersons(tx, whichAreOne(circle?.known ?? [], names))
}

/** Everybody who had a part in it, each address once. */
export async function tell(
  within: SignedIn,
  kind: 'records_joined' | 'records_parted',
  addresses: readonly string[],
  fullName: string,
): Promise<void> {
  const once = new Map(addresses.filter((to) => to !== '').map((to) => [to.toLowerCase(), to]))
  for (const to of once.values()) await post(within, { kind, to, payload: { fullName } })
}

async function bothOf(
  { db, actor }: SignedIn,
  keptId: string,
  otherId: string,
): Promise<{ kept: { account: string }; other: Ref }> {
  const kept = await findPerson(db, keptId, actor.sites)
  const other = await findPerson(db, otherId, actor.sites)
  if (!kept || !other) throw notFound('This patient')
  if (!('account' in kept)) {
    throw new Refusal('not_possible_now', 'Somebody with an account is kept: begin with that patient.')
  }
  if ('account' in other && other.account === kept.account) {
    throw new Refusal('not_possible_now', 'These are one patient already.')
  }
  return { kept, other }
}

/** Who sees some sites only joins and parts nobody with visits beyond them. */
export async function whyNotAtSites({ db, actor }: SignedIn, ...both: Ref[]): Promise<string | null> {
  const { sites } = actor
  if (sites === null) return null
  for (const ref of both) {
    if (!(await allAtSites(db, ref, sites))) {
      return 'One of them has visits at a site that is not yours. Somebody who sees all sites can do this.'
    }
  }
  return null
}
