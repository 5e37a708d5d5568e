import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import {
  type NotificationChannel,
  type NotificationTopic,
  notificationTopics,
  type readPreferences as readContract,
  type savePreferences as saveContract,
} from '#contract/notifications.ts'
import type { NotificationMethod } from '#contract/options.ts'
import { listAddressees, setNotificationMethod } from '#server/modules/access/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { notFound } from '#server/platform/errors.ts'
import { listDevicesOfAll } from './queries-push.ts'
import { listStopped, readChoices, saveChoice } from './queries-spread.ts'
import { dropEmailStop } from './queries-stops.ts'

type Preferences = ResponseOf<typeof readContract>

/** How the signed-in person wants to be told, and what keeps an SMS or a push from them. */
export async function readPreferences(context: SignedIn): Promise<Preferences> {
  const { db, actor, config } = context
  const [me] = await listAddressees(db, { ids: [actor.accountId], addresses: [], managers: false })
  if (!me) throw notFound('This account')
  const chosen = await readChoices(db, [actor.accountId])
  const of = (topic: NotificationTopic): NotificationChannel | null =>
    chosen.find((one) => one.topic === topic)?.channel ?? null
  const connected: NotificationMethod[] = config.sms === null ? ['email', 'push'] : ['email', 'sms', 'push']
  const devices = await listDevicesOfAll(db, [actor.accountId])
  return {
    method: me.method,
    topics: { visits: of('visits'), reminders: of('reminders'), results: of('results') },
    connected,
    noSms: await whyNoSms(context, me.phone),
    noPush: devices.length > 0 ? null : 'Push is not on in any browser of yours.',
  }
}

async function whyNoSms(context: SignedIn, number: string): Promise<string | null> {
  if (context.config.sms === null) return 'This laboratory cannot send SMS yet.'
  const { phone: home } = await laboratorySettings(context)
  const phone = dialled(number, home)
  if (phone === '') return 'Your profile has no phone number that an SMS could go to.'
  const stopped = await listStopped(context.db, [phone])
  return stopped.has(phone) ? 'You answered STOP. Send START to the same number to have SMS again.' : null
}

/** Saves the choices as a whole. What cannot be sent as chosen goes by e-mail; nothing is lost to a choice. */
export async function savePreferences(
  context: SignedIn,
  { method, topics }: BodyOf<typeof saveContract>,
): Promise<{ message: string; preferences: Preferences }> {
  const { actor } = context
  await transact(context, async (within) => {
    const tx = within.db
    const before = await readPreferences(within)
    await setNotificationMethod(tx, actor.accountId, method)
    for (const topic of notificationTopics) {
      await saveChoice(tx, { accountId: actor.accountId, topic }, topics[topic])
      // Asked for by name, it counts again where a link of a mail had ended it.
      if (topics[topic] === 'email') await dropEmailStop(tx, actor.email, topic)
    }
    await audit(within, {
      action: 'preferences.changed',
      subject: { kind: 'account', id: actor.accountId },
      before: { method: before.method, ...before.topics },
      after: { method, ...topics },
    })
  })
  return { message: 'Your preferences were saved.', preferences: await readPreferences(context) }
}
