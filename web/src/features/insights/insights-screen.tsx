import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { type Comparison, periodBefore, sayBefore } from '#contract/insight-periods.ts'
import { messages } from '#contract/messages.ts'
import { laboratory } from '#contract/sites.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { dayOf, longDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { useAddress } from '../../screen/address.ts'
import { Screen } from '../../screen/screen.tsx'
import { InTurns } from '../../ui/in-turns.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ChairsSection } from './chairs-section.tsx'
import { FindingsSection } from './findings-section.tsx'
import { InsightsFilters } from './insights-filters.tsx'
import { comparisonOf, insightsAddress, type Range, rangeOf } from './insights-search.ts'
import { FiguresLoading, Trouble } from './insights-states.tsx'
import { MonthlyMail } from './monthly-mail.tsx'
import { NoShowsSection } from './no-shows-section.tsx'
import { RejectionsSection } from './rejections-section.tsx'
import { ReportButtons } from './report-buttons.tsx'
import { StaffSection } from './staff-section.tsx'
import { TodaySection } from './today-section.tsx'
import { TurnaroundSection } from './turnaround-section.tsx'
import { useShown } from './use-shown.ts'
import { VisitsSection } from './visits-section.tsx'
import { WaitsSection } from './waits-section.tsx'
import { SectionLinks, WhatChanged } from './what-changed-section.tsx'

const sectionsOfPeriod = [
  TurnaroundSection,
  VisitsSection,
  NoShowsSection,
  FindingsSection,
  RejectionsSection,
  StaffSection,
  ChairsSection,
  WaitsSection,
].map((one) => memo(one))

/** The laboratory in figures: now, and over a period compared with an earlier one. */
export function InsightsScreen() {
  const [search, set] = useAddress(insightsAddress)
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const sites = useSeenSites(everySite(lab))
  const site = sites.find(({ id }) => id === search.site) ?? sites[0]
  const today = dayOf(useNow(), site?.timeZone ?? 'UTC')
  const range = rangeOf(search, today)
  const { shown, query } = useShown(search, range, today)
  return (
    <Screen
      title={t`Insights`}
      about={t`The laboratory in figures, each compared with an earlier period.`}
      action={<ReportButtons search={search} range={range} />}
    >
      {shown ? (
        <WhatChanged shown={shown} />
      ) : (
        !query.error && (
          // As high as the three sentences that replace it.
          <div className="mb-6 min-h-[132px] max-sm:min-h-[304px]">
            <SkeletonLines count={3} says={translated(messages.loading.any)} />
          </div>
        )
      )}
      <SectionLinks />
      <TodaySection site={search.site} />
      <div className="border-t pt-8 [&_search]:mb-2">
        <h2 className="visually-hidden">
          <Trans>Over a period</Trans>
        </h2>
        <InsightsFilters
          search={search}
          range={range}
          sites={query.data?.availableSites ?? sites}
          set={set}
        />
        <p className="mb-8 text-ink-soft">
          <Trans>
            {sayRange(range)}, compared with {sayComparison(range, comparisonOf(search, range))}.
          </Trans>
        </p>
      </div>
      {shown ? (
        <div
          className="[&[aria-busy]]:opacity-60 [&[aria-busy]]:transition-opacity"
          aria-busy={query.isPlaceholderData || undefined}
        >
          <InTurns waiting={<FiguresLoading />}>
            {sectionsOfPeriod.map((One, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sections do not move.
              <One key={index} shown={shown} />
            ))}
          </InTurns>
        </div>
      ) : query.error ? (
        <Trouble error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <FiguresLoading />
      )}
      <MonthlyMail />
    </Screen>
  )
}

/** Which days these are is plain where they are those right before. */
const sayComparison = (range: Range, comparison: Comparison) =>
  `${sayBefore(range, comparison)}${comparison === 'days' ? '' : `: ${sayRange(periodBefore(range, comparison))}`}`

const sayRange = ({ from, to }: Range) =>
  from === to ? longDay(from) : t`${longDay(from)} to ${longDay(to)}`
