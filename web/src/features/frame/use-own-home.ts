import { useQuery } from '@tanstack/react-query'
import { ownHome } from '../../api/own-home.ts'
import { sessionToken } from '../../api/session.ts'
import type { Home } from '../../lib/role-home.ts'

/** Where the dashboard of whoever is signed in is; null for everybody else, and until it is known. */
export function useOwnHome(): Home | null {
  const signedIn = sessionToken() !== null
  // Not the call of the contract: on a public page, a session that has ended is no reason to interrupt anyone.
  const { data } = useQuery({ queryKey: ['own home'], queryFn: ownHome, enabled: signedIn, retry: false })
  return (signedIn && data) || null
}
