import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { confirmSecondFactor } from '#contract/second-factor.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { spend } from '#server/platform/limits.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { endSessions } from '../accounts/end-access.ts'
import { ownCodesOfAccount } from '../limits.ts'
import { changeFactors } from './change-factors.ts'
import { takeCode, totpOf } from './check-second-factor.ts'
import { type Proof, requireProof, wrongCode } from './confirm-person.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  deleteApplication,
  factorRequiredOf,
  factorsOf,
  findFactor,
  hasSecondFactor,
  keepSecret,
  replaceRecoveryCodes,
} from './queries-second-factor.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

export async function readSecondFactor({ db, actor }: SignedIn) {
  const { secret, any } = await factorsOf(db, actor.accountId)
  return {
    on: any,
    required: await factorRequiredOf(db, actor.accountId),
    application: secret !== null,
    recoveryCodesLeft: await countRecoveryCodes(db, actor.accountId),
  }
}

/** Creates a secret. It takes effect when a code is confirmed. */
export async function beginFactor(context: SignedIn, proof: Proof) {
  const { db, clock, actor } = context
  const { secret: present } = await factorsOf(db, actor.accountId)
  if (present !== null) throw isOn()
  await requireProof(context, proof)
  const secret = randomBytes(20)
  const kept = await keepSecret(db, { accountId: actor.accountId, secret, createdAt: clock.now() })
  if (!kept) throw isOn()
  const { name } = await laboratorySettings(context)
  const totp = totpOf(secret, actor.email || actor.fullName, name)
  return { secret: totp.secret.base32, address: totp.toString() }
}

const isOn = () =>
  notPossible('You have an authenticator app already. Turn it off before you set up a new one.')

/** Turns the application on. The first second factor ends all other sessions, since they were opened without it. */
export async function confirmOwnFactor(context: SignedIn, { code }: BodyOf<typeof confirmSecondFactor>) {
  const { db, actor } = context
  const { accountId } = actor
  await spend(context, ownCodesOfAccount, accountId)
  const factor = await findFactor(db, accountId)
  if (!factor) throw notPossible('Begin the set-up again.')
  if (factor.confirmedAt !== null) throw isOn()
  if (!(await takeCode(context, accountId, factor.secret, code))) throw wrongCode()
  const codes = await makeRecoveryCodes(db)
  await changeFactors(context, async (within) => {
    const isFirst = !(await hasSecondFactor(within.db, accountId))
    if (!(await confirmFactor(within.db, accountId, within.clock.now()))) throw isOn()
    await replaceRecoveryCodes(within.db, accountId, codes)
    if (isFirst) await endSessions(within, accountId, actor.sessionHash)
    await auditAccount(within, 'second_factor.on', accountId)
  })
  return {
    message: 'The second factor is on. From now on you log in with a code of your authenticator app.',
    recoveryCodes: codes.map(({ shown }) => shown),
  }
}

/** Turns the application off. */
export async function removeOwnFactor(context: SignedIn, proof: Proof) {
  const { db, actor } = context
  const { accountId } = actor
  if ((await factorsOf(db, accountId)).secret === null) throw notPossible('You have no authenticator app.')
  await requireProof(context, proof)
  await changeFactors(context, async (within) => {
    await deleteApplication(within.db, accountId)
    await auditAccount(within, 'second_factor.off', accountId)
  })
  return { message: 'The authenticator app is off.' }
}
