import { useSuspenseQuery } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'

/** The clock that the laboratory goes by: that of its first site. */
export function useZone(): string {
  const { data } = useSuspenseQuery(queryFor(laboratory))
  return data.sites[0]?.timeZone ?? browserZone()
}
