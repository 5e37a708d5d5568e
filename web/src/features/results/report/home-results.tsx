import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import type { OwnReport } from '#contract/reports.ts'
import { readTrends } from '#contract/trends.ts'
import { queryFor } from '../../../api/queries.ts'
import { Card } from '../../../ui/card.tsx'
import { latestReports } from './own-reports.ts'
import { ReportRow } from './report-row.tsx'
import { isFlagged, plainName } from './report-summary.ts'
import { TrendLine } from './trend.tsx'

const most = 3

/** The card of unread reports on a patient's start page, or of the latest one when all are read. Nothing without reports. */
export function HomeResults() {
  const { data } = useSuspenseQuery(latestReports)
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const fresh = data.rows.filter(({ opened }) => !opened)
  const shown = fresh.length > 0 ? fresh.slice(0, most) : data.rows.slice(0, 1)
  const [latest] = shown
  if (!latest) return null
  return (
    <Card
      className={
        fresh.length > 0 ? 'border-vial border-s-4 [&_h2]:mb-3 [&_h2]:text-l' : '[&_h2]:mb-3 [&_h2]:text-l'
      }
      aria-labelledby="home-results"
    >
      <h2 id="home-results">{sayTitle(data.unopened)}</h2>
      <ul className="-mb-3 border-t [&>li:last-child>a]:border-b-0">
        {shown.map((report) => (
          <ReportRow key={`${report.visitId} ${report.confidential}`} report={report} me={me.fullName} />
        ))}
      </ul>
      {fresh.length === 0 && latest.flagged > 0 && <FlaggedLines report={latest} />}
      <p className="flex flex-wrap gap-x-6">
        <Link to="/patient-dashboard/results" search={{ id: undefined }} className="tap mt-2 font-550">
          <Trans>All results</Trans>
        </Link>
        <Link
          to="/patient-dashboard/over-time"
          search={{ person: latest.personId }}
          className="tap mt-2 font-550"
        >
          <Trans>Results over time</Trans>
        </Link>
      </p>
    </Card>
  )
}

function sayTitle(unopened: number): string {
  if (unopened === 0) return t`Your latest results`
  return unopened === 1 ? t`Your results are ready` : t`${unopened} new results`
}

/** How the flagged values of a report that was read have changed, as lines without numbers: those are in the report. */
function FlaggedLines({ report: { visitId } }: { report: OwnReport }) {
  const { data: trends } = useQuery(queryFor(readTrends, { params: { id: visitId } }))
  const flagged = trends?.filter(
    ({ points }) => points.length > 1 && points.some((point) => point.here && isFlagged(point)),
  )
  if (!flagged || flagged.length === 0) return null
  return (
    <ul
      className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-s [&_li]:flex [&_li]:items-center [&_li]:gap-2"
      aria-label={t`To discuss, over time`}
    >
      {flagged.slice(0, most).map((trend) => (
        <li key={trend.code}>
          <TrendLine trend={trend} />
          {plainName(trend)}
        </li>
      ))}
    </ul>
  )
}
