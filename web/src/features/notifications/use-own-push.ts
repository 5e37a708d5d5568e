import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readProfile } from '#contract/access.ts'
import { knownDevice, readDevices, removeDevice } from '#contract/push.ts'
import { call } from '../../api/client.ts'
import { isPermitted, subscriptionHere, unsubscribeHere } from '../../api/push-here.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { keepPush, keptPush } from '../../api/session.ts'
import { turnOnPush } from './turn-on-push.ts'

/**
 * A browser that several people use hears only for the one who is signed in: what somebody else left subscribed here is
 * ended. The server learns in which session this browser is, so that a log-out ends its push as well, and where it is
 * reached by now when the browser renewed its subscription.
 */
export function useOwnPush(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    void keepOwn(queryClient)
  }, [queryClient])
}

async function keepOwn(queryClient: QueryClient): Promise<void> {
  try {
    const here = await subscriptionHere()
    const kept = keptPush()
    if (!here && !kept) return
    const { id: accountId } = await queryClient.ensureQueryData(queryFor(readProfile))
    const endpoint = here?.endpoint
    if (endpoint && (await call(knownDevice, { body: { endpoint } })).known) {
      keepPush({ accountId, endpoint })
    } else if (kept?.accountId === accountId && kept.endpoint !== endpoint) {
      if (isPermitted()) await renew(queryClient, kept.endpoint)
    } else {
      await unsubscribeHere()
    }
  } catch {
    // Without an answer it stays as it is, and is looked at again with the next page.
  }
}

/** The browser gave up the subscription that the server knows, and has another or none. */
async function renew(queryClient: QueryClient, old: string): Promise<void> {
  const { key, devices } = await call(readDevices)
  const known = devices.find(({ endpoint }) => endpoint === old)
  if (known) await call(removeDevice, { params: { id: known.id } })
  await turnOnPush(queryClient, key)
  await queryClient.invalidateQueries({ queryKey: keyOf(readDevices) })
}
