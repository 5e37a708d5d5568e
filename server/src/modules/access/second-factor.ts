import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '#contract/second-factor.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { auditAccount } from './audit-account.ts'
import { confirmPassword } from './check-password.ts'
import { takeCode, totpOf } from './check-second-factor.ts'
import { codeRefused, makeCode } from './codes.ts'
import { endSessions } from './end-access.ts'
import {
  addRecoveryCodes,
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  factorRequiredOf,
  findFactor,
  hasSecondFactor,
  keepSecret,
} from './queries-second-factor.ts'

const triesOfSession: Limit = { name: 'second factor: own', burst: 10, perSeconds: 15 * 60 }
const recoveryCodes = 10

export async function readSecondFactor({ db, actor }: SignedIn) {
  return {
    on: await hasSecondFactor(db, actor.accountId),
    required: await factorRequiredOf(db, actor.accountId),
    recoveryCodesLeft: await countRecoveryCodes(db, actor.accountId),
  }
}

/** Creates a secret. It takes effect when a code is confirmed. */
export async function beginFactor(context: SignedIn, { currentPassword }: BodyOf<typeof beginSecondFactor>) {
  const { db, clock, actor } = context
  await confirmPassword(context, currentPassword)
  const secret = randomBytes(20)
  const kept = await keepSecret(db, { accountId: actor.accountId, secret, createdAt: clock.now() })
  if (!kept) throw isOn()
  const { name } = await laboratorySettings(context)
  const totp = totpOf(secret, actor.email || actor.fullName, name)
  return { secret: totp.secret.base32, address: totp.toString() }
}

const isOn = () => notPossible('You have a second factor already. Turn it off before you set up a new one.')

/** Turns the second factor on and ends all other sessions, since they were opened without it. */
export async function confirmOwnFactor(context: SignedIn, { code }: BodyOf<typeof confirmSecondFactor>) {
  const { db, actor } = context
  const { accountId } = actor
  await spend(context, triesOfSession, accountId)
  const factor = await findFactor(db, accountId)
  if (!factor) throw notPossible('Begin the set-up again.')
  if (factor.confirmedAt !== null) throw isOn()
  if (!(await takeCode(context, accountId, factor.secret, code))) throw wrongCode()
  const codes = await Promise.all(Array.from({ length: recoveryCodes }, () => makeCode(db)))
  await transact(context, async (within) => {
    if (!(await confirmFactor(within.db, accountId, within.clock.now()))) throw isOn()
    await addRecoveryCodes(
      within.db,
      accountId,
      codes.map(({ codeHash }) => codeHash),
    )
    await endSessions(within, accountId, actor.sessionHash)
    await auditAccount(within, 'second_factor.on', accountId)
  })
  return {
    message: 'The second factor is on. From now on you log in with a code of your authenticator application.',
    recoveryCodes: codes.map(({ code: text }) => `${text.slice(0, 4)}-${text.slice(4)}`),
  }
}

const wrongCode = () => codeRefused('This code is not right, or was used before. Wait for the next code.')

export async function removeOwnFactor(
  context: SignedIn,
  { code, currentPassword }: BodyOf<typeof removeSecondFactor>,
) {
  const { db, actor } = context
  const { accountId } = actor
  await confirmPassword(context, currentPassword)
  await spend(context, triesOfSession, accountId)
  const factor = await findFactor(db, accountId)
  if (!factor || factor.confirmedAt === null) throw notPossible('You have no second factor.')
  if (!(await takeCode(context, accountId, factor.secret, code))) throw wrongCode()
  await transact(context, async (within) => {
    await deleteFactor(within.db, accountId)
    await auditAccount(within, 'second_factor.off', accountId)
  })
  return { message: 'The second factor is off.' }
}
