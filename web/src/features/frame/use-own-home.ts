import { useQuery } from '@tanstack/react-query'
import { ownHome } from '../../api/own-home.ts'
import { sessionToken } from '../../api/session.ts'
import type { Home } from '../../lib/role-home.ts'

/** The dashboard of the signed-in user; null for everybody else, undefined while it is not known. */
export function useOwnHome(): Home | null | undefined {
  const signedIn = sessionToken() !== null
  // Not the call of the contract: on a public page, a session that has ended is no reason to interrupt anyone.
  const { data, error } = useQuery({
    queryKey: ['own home'],
    queryFn: ownHome,
    enabled: signedIn,
    retry: false,
  })
  return signedIn && !error ? data : null
}
