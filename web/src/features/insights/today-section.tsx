import { t } from '@lingui/core/macro'
import { timeOf } from '../../lib/times.ts'
import { Figures } from './figure.tsx'
import { FiguresLoading, Trouble } from './insights-states.tsx'
import { LateTests } from './late-tests.tsx'
import { Section } from './section.tsx'
import {
  MissedToday,
  OpenTests,
  RejectedToday,
  ReleasedToday,
  TodayByHour,
  ToRelease,
  UrgentToday,
  VisitsToday,
  WaitingNow,
  zoneOf,
} from './today-figures.tsx'
import { useToday } from './use-today.ts'

/** The laboratory as it stands now, whatever period is looked at below. */
export function TodaySection({ site }: { site: string | undefined }) {
  const today = useToday(site)
  return (
    <Section
      id="today"
      title={t`Today`}
      about={today.data && t`As of ${timeOf(today.data.at, zoneOf(today.data))}, updated live.`}
    >
      {today.data ? (
        <>
          <Figures>
            <WaitingNow today={today.data} site={site} />
            <VisitsToday today={today.data} site={site} />
            <MissedToday today={today.data} site={site} />
            <OpenTests today={today.data} site={site} />
            <ToRelease today={today.data} />
            <ReleasedToday today={today.data} site={site} />
            <UrgentToday today={today.data} site={site} />
            <RejectedToday today={today.data} site={site} />
          </Figures>
          <LateTests today={today.data} site={site} />
          <TodayByHour today={today.data} />
        </>
      ) : today.error ? (
        <Trouble error={today.error} onRetry={() => void today.refetch()} />
      ) : (
        <FiguresLoading figures={8} drawings={1} />
      )}
    </Section>
  )
}
