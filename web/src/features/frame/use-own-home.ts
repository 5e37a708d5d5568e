import { useQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../../api/queries.ts'
import { sessionToken } from '../../api/session.ts'
import { type Home, homeOf } from '../../lib/role-home.ts'

/** Where the dashboard of whoever is signed in is; null for everybody else, and until it is known. */
export function useOwnHome(): Home | null {
  const signedIn = sessionToken() !== null
  const { data: me } = useQuery({ ...queryFor(readProfile), enabled: signedIn })
  return signedIn && me ? homeOf(me.role) : null
}
