import type { readProfile } from '#contract/access.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type Home, homeOf } from '../lib/role-home.ts'
import { sessionToken } from './session.ts'

const path = '/api/auth/profile' satisfies (typeof readProfile)['path']

/**
 * Where the dashboard of this browser's session is; null without a session, or if it has ended. Apart from the client of the
 * contract because the landing page loads neither that nor the queries.
 */
export async function ownHome(): Promise<Home | null> {
  const token = sessionToken()
  if (token === null) return null
  const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) return null
  const { role } = (await response.json()) as ResponseOf<typeof readProfile>
  return homeOf(role)
}
