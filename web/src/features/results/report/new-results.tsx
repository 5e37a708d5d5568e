import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../../../api/queries.ts'
import { Card } from '../../../ui/card.tsx'
import { latestReports } from './own-reports.ts'
import css from './report-row.module.css'
import { ReportRow } from './report-row.tsx'

const most = 3

/** The card of unread reports, first on a patient's start page. Renders nothing when there is none. */
export function NewResults() {
  const { data } = useSuspenseQuery(latestReports)
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  if (data.unopened === 0) return null
  const shown = data.rows.filter(({ opened }) => !opened).slice(0, most)
  return (
    <Card className={css.news} aria-labelledby="new-results">
      <h2 id="new-results">
        {data.unopened === 1 ? 'Your results are ready' : `${data.unopened} new results`}
      </h2>
      <ul className={css.rows}>
        {shown.map((report) => (
          <ReportRow key={report.visitId} report={report} me={me.fullName} />
        ))}
      </ul>
      {data.unopened > shown.length && (
        <Link to="/patient-dashboard/results" search={{ id: undefined }} className={css.more}>
          All results
        </Link>
      )}
    </Card>
  )
}
