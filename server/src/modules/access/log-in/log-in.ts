import type { login } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { Role } from '#contract/options.ts'
import type { technicianLogin } from '#contract/technicians.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hasher, logIns } from '#server/platform/hasher.ts'
import { byNetwork, giveBack, type Limit, spend } from '#server/platform/limits.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { personOf } from '../accounts/present.ts'
import { type Account, findAccount, holdUnchanged, updateAccount } from '../accounts/queries.ts'
import { checkSecondFactor } from '../factors/check-second-factor.ts'
import { hasSecondFactor } from '../factors/queries-second-factor.ts'
import {
  loginFromKnownDevice,
  loginFromNetwork,
  loginFromNetworkToAccount,
  loginFromNetworkToAccountInDay,
  loginToAccount,
} from '../limits.ts'
import { openSession } from '../sessions/sessions.ts'
import { technicianOf } from '../staff/manage-technicians.ts'
import { findStaff } from '../staff/queries-staff.ts'
import { type Device, isKnownDevice } from './devices.ts'

/**
 * Signs in with a password. A wrong one, an unknown address, a closed account and one without a password get the same
 * answer after the same work: a hash is checked in any case. A phone number may stand in place of the e-mail address.
 */
export async function logIn(
  context: Context,
  { email, password, secondFactor }: BodyOf<typeof login>,
  device: Device,
) {
  const address = await typedAddress(context, email)
  const { token, account } = await signIn(context, address, { password, secondFactor, device })
  return { token, user: personOf(account), message: messages.login.success }
}

/**
 * Signs a technician in, with the same rate limits, response time and refusals as the general log-in. With the right password of an
 * account of another role, the refusal names the general log-in page.
 */
export async function logInTechnician(
  context: Context,
  { email, password, secondFactor }: BodyOf<typeof technicianLogin>,
  device: Device,
) {
  const { token, account } = await signIn(
    context,
    { email },
    { password, secondFactor, device, only: 'technician' },
  )
  const technician = await findStaff(context.db, 'technician', account.id)
  // Deactivated since the password was checked: the new session has ended, too.
  if (!technician) throw new Refusal('not_signed_in', 'Please log in first')
  return { token, technician: technicianOf(technician), message: messages.login.success }
}

/** Interprets what was typed: a phone number, or else an e-mail address. */
async function typedAddress(context: Context, typed: string): Promise<Address> {
  if (!/^[+\d][\d ().-]+$/.test(typed)) return { email: typed }
  const { phone: home } = await laboratorySettings(context)
  const signInPhone = dialled(typed, home)
  return signInPhone === '' ? { email: typed } : { signInPhone }
}

type Address = { email: string } | { signInPhone: string }

/** The log-in itself. With `only`, people of other roles are refused even with the right password. */
export const signIn = (context: Context, address: Address, typed: Typed) =>
  logIns.take(() => checkAndWelcome(context, address, typed))

type Typed = { password: string; secondFactor: string | undefined; device: Device; only?: Role }

async function checkAndWelcome(
  context: Context,
  address: Address,
  { password, secondFactor, device, only }: Typed,
): Promise<{ token: string; account: Account }> {
  const account = await findAccount(context.db, address)
  const isKnown = account !== undefined && (await isKnownDevice(context, account.id, device))
  const name = 'email' in address ? address.email : address.signInPhone
  // With a second factor a guessed password gives no access, so the limit from all networks together is not needed. Without that
  // limit, strangers cannot lock the owner out.
  const hasFactor = account !== undefined && (await hasSecondFactor(context.db, account.id))
  const limits: [Limit, string][] = isKnown
    ? [[loginFromKnownDevice, `${account.id}\n${device.secret}`]]
    : [
        ...limitsElsewhere(context.network, name),
        ...(hasFactor ? [] : [[loginToAccount, name] as [Limit, string]]),
      ]
  for (const [limit, subject] of limits) await spend(context, limit, subject)
  const right = await hasher.verify(account?.passwordHash ?? null, password)
  if (!right || !account) {
    await auditAccount(context, 'login.refused', account?.id ?? 'unknown')
    throw wrongCredentials()
  }
  if (only !== undefined && account.role !== only) {
    await auditAccount(context, 'login.refused', account.id)
    throw new Refusal('not_allowed', 'Your account has another way in. Please use the general log-in page.')
  }
  const restore = async () => {
    for (const [limit, subject] of limits) await giveBack(context, limit, subject)
  }
  await checkSecondFactor(context, account.id, secondFactor).catch(async (error: unknown) => {
    // The password was right, and the repeated call with the code is counted again.
    if (error instanceof Refusal && error.code === 'second_factor_asked') await restore()
    throw error
  })
  const token = await transact(context, (within) => welcome(within, account, device))
  if (token === null) throw wrongCredentials()
  await restore()
  await renewHash(context, account, password)
  return { token, account }
}

/** The limits of a password try in a browser that is not known to the account. */
const limitsElsewhere = (network: string, name: string): [Limit, string][] => [
  ...byNetwork(loginFromNetwork, network),
  ...byNetwork(loginFromNetworkToAccount, network, name),
  ...byNetwork(loginFromNetworkToAccountInDay, network, name),
]

const wrongCredentials = () =>
  new Refusal('wrong_credentials', 'The e-mail address or the password is not right.')

/** Opens a session with its audit row; null if the account was closed or its password was changed meanwhile. */
export async function welcome(within: Context, account: Account, device: Device): Promise<string | null> {
  if (!(await holdUnchanged(within.db, account))) return null
  await auditAccount(within, 'login.succeeded', account.id, { accountId: account.id })
  return (await openSession(within, account, device)).token
}

/** Replaces a hash that has older parameters, unless the server is too busy: only a log-in has the password. */
async function renewHash({ db }: Context, account: Account, password: string): Promise<void> {
  const before = account.passwordHash
  if (before === null || !hasher.isOutdated(before)) return
  try {
    await updateAccount(db, account.id, { passwordHash: await hasher.hash(password) }, before)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
