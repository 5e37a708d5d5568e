import { messages } from '#contract/messages.ts'
import type { PasskeySignature } from '#contract/passkeys.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { byNetwork, giveBack, spend, spendOfNetwork } from '#server/platform/limits.ts'
import { personOf } from '../accounts/present.ts'
import { findAccount } from '../accounts/queries.ts'
import { issueChallenge, requestOptionsOf, requireRelyingParty } from '../factors/passkey-challenge.ts'
import { acceptPasskey, verifyPasskey } from '../factors/verify-passkey.ts'
import { challengesFromNetwork, loginFromNetwork } from '../limits.ts'
import type { Device } from './devices.ts'
import { welcome } from './log-in.ts'

/** A challenge for whatever passkey the person has here. No account is named, so nobody learns who has one. */
export async function beginLogInByPasskey(context: Context) {
  const party = requireRelyingParty(context)
  await spendOfNetwork(context, challengesFromNetwork)
  return requestOptionsOf(party, await issueChallenge(context, 'passkey_log_in', null))
}

/** Signs in with a passkey. It is two factors in one: the device that holds it, and the finger, face or PIN that it asked for. */
export async function logInByPasskey(context: Context, signed: PasskeySignature, device: Device) {
  const limits = byNetwork(loginFromNetwork, context.network)
  for (const [limit, subject] of limits) await spend(context, limit, subject)
  const passkey = await acceptPasskey(context, await verifyPasskey(context, 'passkey_log_in', signed))
  const account = await findAccount(context.db, { id: passkey.accountId })
  const token = account && (await transact(context, (within) => welcome(within, account, device)))
  if (!account || !token) throw new Refusal('wrong_credentials', 'This account was changed in the meantime.')
  for (const [limit, subject] of limits) await giveBack(context, limit, subject)
  return { token, user: personOf(account), message: messages.login.success }
}
