import { logout } from '#contract/identity.ts'
import { call } from '../../api/client.ts'
import { endSession } from '../../api/session.ts'

/** Ends the session on the server, then here, and goes to the first page, which is a document of its own. */
export async function logOut(): Promise<void> {
  try {
    await call(logout)
  } catch {
    // Without a connection this browser still forgets the token, as whoever walks away expects.
  }
  await endSession()
  location.assign('/')
}
