import { z } from 'zod'
import type {
  endCare as end,
  grantCare as grant,
  makeCareCode as make,
  takeCare as take,
} from '#contract/care.ts'
import type { BodyOf, ParamsOf } from '#contract/endpoint.ts'
import { type CareKind, careKinds } from '#contract/options.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import { codeRefused, issuePersonCode, takePersonCode } from '#server/modules/access/index.ts'
import { days, utcDay } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notAllowed, notFound, notPossible, Refusal, required } from '#server/platform/errors.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { careEnded } from '../events.ts'
import { auditPerson } from '../records/audit-person.ts'
import { ageOn } from '../records/birth.ts'
import { addCare, removeCare } from '../records/queries.ts'
import { mayEnd, mayShare } from './policy.ts'
import { type Cared, findCared, holdAccount, isSomebodyElse, readMajorityAge } from './queries.ts'

/** A code that is handed over on paper. Milliseconds. */
const printedCodeLife = days(7)

const codesMade: Limit = { name: 'care: codes made', burst: 20, perSeconds: 3600 }
/** Of 40 random bits. With 1,000 codes alive, an account that tries for a year hits one with a chance of 1 in 2,000. */
const codesTyped: Limit = { name: 'care: codes typed', burst: 10, perSeconds: 600 }

/** Opens the record of a person to an account. */
export async function grantCare(context: SignedIn, id: string, { accountId, kind }: BodyOf<typeof grant>) {
  const person = required(await findCared(context.db, id, context.actor.sites), 'This person')
  return transact(context, (within) => open(within, person, { accountId, kind }))
}

const opened = z.object({ personId: z.string(), kind: z.enum(careKinds) })

/** Opens the record that a code is for to the caller's account. */
export async function takeCare(context: SignedIn, { code }: BodyOf<typeof take>) {
  const { actor } = context
  await spend(context, codesTyped, actor.accountId)
  return transact(context, async (within) => {
    const payload = opened.safeParse(await takePersonCode(within, code)).data
    const person = payload && (await findCared(within.db, payload.personId, null))
    if (!person) throw codeRefused('This code does not work, or not any more. Ask for a new one.')
    const { message } = await open(within, person, { accountId: actor.accountId, kind: payload.kind })
    return { message, personId: person.id }
  })
}

async function open(
  within: SignedIn,
  person: Cared,
  { accountId, kind }: { accountId: string; kind: CareKind },
) {
  const { db: tx, actor, clock } = within
  const account = required(await holdAccount(tx, accountId), 'This account')
  if (kind === 'self' && (await isSomebodyElse(tx, accountId, person.id))) {
    throw notPossible(
      `The account of ${account.fullName} has a record of its holder already. If both are of one person, the laboratory joins them.`,
    )
  }
  const before = person.carers.find((carer) => carer.accountId === accountId)
  if (before?.kind !== kind) {
    await removeCare(tx, accountId, person.id)
    const care = { accountId, personId: person.id, kind }
    await addCare(tx, { ...care, grantedBy: actor.accountId, since: clock.now() })
    await auditPerson(within, 'person.care_granted', person.id, {
      before: before ? { account: accountId, kind: before.kind } : null,
      after: { account: accountId, kind },
    })
  }
  return { message: `The account of ${account.fullName} opens the record of ${person.fullName} now.` }
}

/** Makes a code that opens the record of a person to whoever enters it. */
export async function makeCareCode(context: SignedIn, id: string, { kind }: BodyOf<typeof make>) {
  const { db, actor, clock } = context
  const { person, own } = await standing(context, id)
  if (own) {
    const age = ageOn(person.birth, utcDay(clock.now()))
    if (kind === 'self' || !mayShare(own.kind, age, await readMajorityAge(db))) throw notAllowed()
  }
  await spend(context, codesMade, actor.accountId)
  return transact(context, async (within) => {
    const payload = { personId: person.id, kind }
    const { code, expiresAt } = await issuePersonCode(within, { payload, life: printedCodeLife })
    await auditPerson(within, 'person.code_made', person.id, { after: { kind } })
    return { code, expiresAt: expiresAt.toISOString() }
  })
}

/** Closes the record of a person to an account. */
export async function endCare(context: SignedIn, { id, account: accountId }: ParamsOf<typeof end>) {
  const { person, own } = await standing(context, id)
  const ended = person.carers.find((carer) => carer.accountId === accountId)
  if (own && !mayEnd(own.kind, accountId === own.accountId)) throw notAllowed()
  if (!ended) throw notFound('This account')
  await transact(context, async (within) => {
    if (!(await removeCare(within.db, accountId, person.id))) return
    await within.tell(careEnded, within, { personId: person.id, accounts: [accountId] })
    const before = { account: accountId, kind: ended.kind }
    await auditPerson(within, 'person.care_ended', person.id, { before, after: null })
  })
  return {
    message: `The account of ${ended.fullName} does not open the record of ${person.fullName} any more.`,
  }
}

/**
 * A person whom the caller may act for, as a patient by the `own` care of their account, or as staff with the permission.
 */
async function standing({ db, actor }: SignedIn, id: string) {
  const isPatient = actor.role === 'user'
  const person = await findCared(db, id, isPatient ? null : actor.sites)
  const own = isPatient ? person?.carers.find(({ accountId }) => accountId === actor.accountId) : undefined
  if (!person || (isPatient && !own)) throw notFound('This person')
  if (!isPatient && !may(actor, 'patients')) {
    throw new Refusal('not_allowed', whyNotPermitted('patients'), { permission: 'patients' })
  }
  return { person, own }
}
