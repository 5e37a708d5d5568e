import { useEffect } from 'react'
import { knownDevice } from '#contract/push.ts'
import { call } from '../../api/client.ts'
import { subscriptionHere } from '../../api/push-here.ts'

/**
 * A browser that several people use hears only for the one who is signed in: what somebody else left subscribed here is
 * ended. The server learns in which session this browser is, so that a log-out ends its push as well.
 */
export function useOwnPush(): void {
  useEffect(() => {
    void keepOwn()
  }, [])
}

async function keepOwn(): Promise<void> {
  try {
    const here = await subscriptionHere()
    if (!here) return
    const { known } = await call(knownDevice, { body: { endpoint: here.endpoint } })
    if (!known) await here.unsubscribe()
  } catch {
    // Without an answer it stays as it is, and is looked at again with the next page.
  }
}
