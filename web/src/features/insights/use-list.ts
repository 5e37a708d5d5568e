import { useSuspenseQuery } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { dayOf } from '../../lib/times.ts'
import { useFilters } from '../../screen/use-filters.ts'
import { useNow } from '../../ui/use-now.ts'
import { rangeOf } from './insights-search.ts'
import { siteColumn } from './list-columns.tsx'
import { listAddress } from './list-search.ts'

const pageSize = 25

/**
 * What every list behind the figures needs: the days (the last 30 if the address has none), the clock of each site by
 * its name, and the column of the site where there are several.
 */
export function useAsked() {
  const filters = useFilters(listAddress, ['from', 'to', 'compareWith'])
  const { from, to, site } = filters.search
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const sites = useSeenSites(everySite(lab))
  const zone = (sites.find(({ id }) => id === site) ?? sites[0])?.timeZone ?? 'UTC'
  const today = dayOf(useNow(), zone)
  const period = from === undefined && to === undefined ? undefined : 'custom'
  const range = rangeOf({ period, from, to }, today)
  return {
    filters,
    range,
    asked: { ...range, siteId: site, limit: pageSize },
    siteColumns: sites.length > 1 ? [siteColumn] : [],
    zoneOf: (name: string) => sites.find((one) => one.name === name)?.timeZone ?? zone,
  }
}
