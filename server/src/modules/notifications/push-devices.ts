import type { BodyOf } from '#contract/endpoint.ts'
import {
  type addDevice as addContract,
  type knownDevice as knownContract,
  mostDevices,
} from '#contract/push.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notFound, notPossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { isPoint, whyNotEndpoint } from '#server/platform/push.ts'
import { addTrial, deleteDevice, listDevicesOf, pushKey, saveDevice, seeDevice } from './queries-push.ts'

/** Limits, since each of these calls lets the server call a foreign address. */
const trialsOfAccount: Limit = { name: 'push trial: account', burst: 5, perSeconds: 600 }
const devicesOfAccount: Limit = { name: 'push device: account', burst: 20, perSeconds: 3600 }

export async function readDevices(context: SignedIn) {
  const { db, actor } = context
  const { publicKey } = await pushKey(context)
  return { key: publicKey.toString('base64url'), devices: await listDevicesOf(db, actor.accountId) }
}

/** Subscribes the caller's browser to push messages. */
export async function addDevice(context: SignedIn, { endpoint, keys, name }: BodyOf<typeof addContract>) {
  const { actor, clock, config, db } = context
  const whyNot = whyNotEndpoint(endpoint, config)
  if (whyNot !== null) throw invalid({ endpoint: [whyNot] })
  const p256dh = Buffer.from(keys.p256dh, 'base64url')
  if (!isPoint(p256dh)) throw invalid({ 'keys.p256dh': ['The key is not well formed'] })
  await spend(context, devicesOfAccount, actor.accountId)
  const id = uuidv7(clock)
  await transact(context, async (inside) => {
    const saved = await saveDevice(inside.db, {
      accountId: actor.accountId,
      id,
      endpoint,
      p256dh,
      auth: Buffer.from(keys.auth, 'base64url'),
      name,
      sessionHash: actor.sessionHash,
      createdAt: clock.now(),
    })
    if (!saved) {
      throw notPossible(
        `Push was not turned on. You can have it in ${mostDevices} browsers: remove one that you no longer use.`,
      )
    }
    await audit(inside, { action: 'push.on', subject: ofAccount(context), after: { name } })
  })
  return { message: 'Push is on in this browser.', devices: await listDevicesOf(db, actor.accountId) }
}

const ofAccount = ({ actor }: SignedIn) => ({ kind: 'account', id: actor.accountId }) as const

/** Whether the caller's browser is subscribed; its subscription then belongs to this session. */
export async function knownDevice(
  { db, actor }: SignedIn,
  { endpoint }: BodyOf<typeof knownContract>,
): Promise<{ known: boolean }> {
  const { accountId, sessionHash } = actor
  return { known: await seeDevice(db, { accountId, endpoint, sessionHash }) }
}

export async function removeDevice(context: SignedIn, id: string): Promise<null> {
  await transact(context, async (inside) => {
    if (!(await deleteDevice(inside.db, context.actor.accountId, id))) throw notFound('This browser')
    await audit(inside, { action: 'push.off', subject: ofAccount(context) })
  })
  return null
}

/** Sends a test message to one of the caller's browsers, in the same way as every message. */
export async function testDevice(context: SignedIn, id: string): Promise<{ message: string }> {
  const { db, actor, clock } = context
  const own = await listDevicesOf(db, actor.accountId)
  if (!own.some((one) => one.id === id)) throw notFound('This browser')
  await spend(context, trialsOfAccount, actor.accountId)
  await addTrial(db, { id: uuidv7(clock), deviceId: id, recipient: actor.email }, clock.now())
  context.wakeOutbox()
  return { message: 'A trial is on its way. It appears within a minute.' }
}
