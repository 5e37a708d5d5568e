import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { laboratory } from '#contract/sites.ts'
import type { ApiError } from '../../api/api-error.ts'
import { queryFor } from '../../api/queries.ts'
import { dayOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { useNow } from '../../ui/use-now.ts'
import { Figures } from './figure.tsx'
import { PositiveBars, PositiveFigure } from './findings-section.tsx'
import { insightsAddress, rangeOf } from './insights-search.ts'
import { FiguresLoading, Trouble } from './insights-states.tsx'
import { NoShowFigure } from './no-shows-section.tsx'
import { Drawings, Section } from './section.tsx'
import { StaffBars } from './staff-section.tsx'
import { InTimeFigure, MedianFigure } from './turnaround-section.tsx'
import { useShown } from './use-shown.ts'

const usual = insightsAddress.read({})

/** On the dashboard: how it has been in the last 30 days. */
export function LatelyGlance() {
  const now = useNow()
  const { data: lab, error, refetch } = useQuery(queryFor(laboratory))
  if (lab) return <Lately today={dayOf(now, lab.sites[0]?.timeZone ?? 'UTC')} />
  return <Frame>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <FiguresLoading />}</Frame>
}

const Frame = ({ children }: { children: ReactNode }) => (
  <Section title={t`The last 30 days`} about={t`Each figure, compared with the 30 days before.`}>
    {children}
  </Section>
)

const Failed = (problem: { error: ApiError; onRetry: () => void }) => (
  <Trouble {...problem} title={translated(messages.lists.dashboardFailure)} />
)

function Lately({ today }: { today: string }) {
  const { shown, query } = useShown(usual, rangeOf(usual, today), today)
  return (
    <Frame>
      {shown ? (
        <>
          <Figures>
            <MedianFigure shown={shown} />
            <InTimeFigure shown={shown} />
            <NoShowFigure shown={shown} />
            <PositiveFigure shown={shown} />
          </Figures>
          <Drawings>
            <PositiveBars shown={shown} most={6} />
            <StaffBars shown={shown} most={6} />
          </Drawings>
          <p className="[&_a]:tap print:hidden">
            <Link to="/manager-dashboard/insights">
              <Trans>All insights</Trans>
            </Link>
          </p>
        </>
      ) : query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <FiguresLoading />
      )}
    </Frame>
  )
}
