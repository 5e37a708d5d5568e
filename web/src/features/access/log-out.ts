import { logout } from '#contract/access.ts'
import { call } from '../../api/client.ts'
import { unsubscribeHere } from '../../api/push-here.ts'
import { endSession } from '../../api/session.ts'

/** A push service that is far away keeps nobody from leaving. Milliseconds. */
const patience = () => new Promise((resolve) => setTimeout(resolve, 2_000))

/** Ends the session on the server, then here with its push, and goes to the first page, which is a document of its own. */
export async function logOut(): Promise<void> {
  try {
    await call(logout)
  } catch {
    // Without a connection this browser still forgets the token, as whoever walks away expects.
  }
  await Promise.race([unsubscribeHere().catch(() => {}), patience()])
  await endSession()
  location.assign('/')
}
