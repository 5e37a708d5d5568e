import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listReports } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useKeyPages } from '../../../ui/use-key-pages.ts'
import { ReportRow } from './report-row.tsx'

/** A patient's reports, the latest first. */
export function ResultsScreen() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const { cursor, pager } = useKeyPages('')
  const query = { limit: 20, ...(cursor !== undefined && { cursor }) }
  const list = useQuery({ ...queryFor(listReports, { query }), placeholderData: keepPreviousData })
  return (
    <Page measure="text">
      <PageHeader
        title={t`Results`}
        about={list.data && sayCount(list.data)}
        action={
          list.data &&
          list.data.rows.length > 0 && (
            <Link to="/patient-dashboard/over-time" search={{ person: undefined }} className={buttonClass()}>
              <Trans>Results over time</Trans>
            </Link>
          )
        }
      />
      {list.data && list.data.rows.length > 0 && (
        <div aria-busy={list.isPlaceholderData || undefined}>
          <ul className="-mb-3 border-t [&>li:last-child>a]:border-b-0" aria-label={t`Your results`}>
            {list.data.rows.map((report) => (
              <ReportRow key={report.visitId} report={report} me={me.fullName} />
            ))}
          </ul>
          <Pager {...pager(list.data.nextCursor)} />
        </div>
      )}
      {list.data?.rows.length === 0 && (
        <EmptyState
          picture={<EmptyTubeDrawing />}
          title={t`No results yet`}
          about={t`They will be here as soon as the laboratory has released them.`}
          action={
            <Link to="/patient-dashboard/appointments" className={buttonClass()}>
              <Trans>Your appointments</Trans>
            </Link>
          }
        />
      )}
      {!list.data && list.error && (
        <Failed
          error={list.error}
          failure={t`Your results could not be loaded`}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <SkeletonLines count={6} says={t`Loading your results...`} />}
    </Page>
  )
}

function sayCount({ rows, unopened }: { rows: readonly unknown[]; unopened: number }): string {
  if (rows.length === 0) return t`Released results appear here.`
  if (unopened === 0) return t`The latest first. You have read all of them.`
  return plural(unopened, {
    one: t`The latest first. One is new.`,
    other: t`The latest first. # are new.`,
  })
}
