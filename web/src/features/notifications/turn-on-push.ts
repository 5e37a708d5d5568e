import type { QueryClient } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { addDevice } from '#contract/push.ts'
import { call } from '../../api/client.ts'
import { nameOfBrowser, subscribeHere, unsubscribeHere } from '../../api/push-here.ts'
import { queryFor } from '../../api/queries.ts'
import { keepPush } from '../../api/session.ts'

/**
 * Subscribes this browser and tells the server. Null when the person said no to their browser. One that the server does
 * not take is not left subscribed.
 */
export async function turnOnPush(queryClient: QueryClient, serverKey: string): Promise<string | null> {
  const { id: accountId } = await queryClient.ensureQueryData(queryFor(readProfile))
  let subscription: PushSubscription | null
  try {
    subscription = await subscribeHere(serverKey)
  } catch {
    throw new Error('This browser could not reach its push service. Please try again later.')
  }
  if (!subscription) return null
  const { endpoint = '', keys } = subscription.toJSON()
  const body = {
    endpoint,
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    name: nameOfBrowser(),
  }
  try {
    const { message } = await call(addDevice, { body })
    keepPush({ accountId, endpoint })
    return message
  } catch (error) {
    await unsubscribeHere()
    throw error
  }
}
