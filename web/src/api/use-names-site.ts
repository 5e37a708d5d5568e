import { useQuery } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from './queries.ts'

/** Whether the laboratory has several sites. */
export const useSeveralSites = (): boolean => (useQuery(queryFor(laboratory)).data?.sites.length ?? 0) > 1

/** Whether a screen says at which site something is: not while that is the only one. */
export function useNamesSite(): (siteId: string) => boolean {
  const { data: lab } = useQuery(queryFor(laboratory))
  return (siteId) => lab !== undefined && (lab.sites.length > 1 || lab.sites[0]?.id !== siteId)
}
