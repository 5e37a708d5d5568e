import { days } from '#server/platform/clock.ts'
import type { Context, Timed } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/ids.ts'
import { findDevice, keepDevice } from './queries-devices.ts'

/** The browser of a caller: the secret in its cookie, which is new for a browser without the cookie, and its User-Agent header. */
export type Device = { secret: string; agent: string }

/** The time for which a browser counts as known after its last sign-in, which is also the lifetime of its cookie. Milliseconds. */
export const deviceLife = days(400)

/** Whether the browser has signed in to the account before. */
export const isKnownDevice = ({ db }: Pick<Context, 'db'>, accountId: string, device: Device) =>
  findDevice(db, accountId, hashFor(accountId, device))

/** Records the browser as known to the account. Call it after a successful authentication. */
export async function noteDevice({ db, clock }: Timed, accountId: string, device: Device): Promise<Buffer> {
  const deviceHash = hashFor(accountId, device)
  await keepDevice(db, { accountId, deviceHash, seenAt: clock.now() })
  return deviceHash
}

const hashFor = (accountId: string, { secret }: Device): Buffer => hashToken(`${accountId}\n${secret}`)
