import { useQuery } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { firstWeekday } from '../lib/weeks.ts'
import { queryFor } from './queries.ts'

/** The weekday on which weeks begin in this laboratory, 0 = Sunday. */
export function useFirstWeekday(): number {
  const { data } = useQuery(queryFor(laboratory))
  return firstWeekday(data?.weekStart)
}
