import { useSuspenseQuery } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { dayOf } from '../../lib/times.ts'
import { useNow } from '../../ui/use-now.ts'
import { rangeOf } from './insights-search.ts'
import type { ListSearch } from './list-search.ts'

const pageSize = 25

/** What every list asks for: the days, the last 30 where the address says none, and the clock of each site by its name. */
export function useAsked({ from, to, site }: ListSearch) {
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const sites = useSeenSites(everySite(lab))
  const zone = (sites.find(({ id }) => id === site) ?? sites[0])?.timeZone ?? 'UTC'
  const today = dayOf(useNow(), zone)
  const period = from === undefined && to === undefined ? undefined : 'custom'
  const range = rangeOf({ period, from, to }, today)
  return {
    range,
    asked: { ...range, siteId: site, limit: pageSize },
    several: sites.length > 1,
    zoneOf: (name: string) => sites.find((one) => one.name === name)?.timeZone ?? zone,
  }
}
