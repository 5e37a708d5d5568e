import { useQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { queryFor } from './queries.ts'

/** Of these sites those whose patients the person who is signed in sees: all, but for staff who are limited to some. */
export function useSeenSites<Site extends { id: string }>(sites: readonly Site[]): Site[] {
  const { data: me } = useQuery(queryFor(readProfile))
  const seen = me?.sites
  return sites.filter(({ id }) => !seen || seen.some((site) => site.id === id))
}
