import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listReports } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'
import { ListPage, Rows } from '../../../screen/rows.tsx'
import { useList } from '../../../screen/use-list.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../../ui/drawings.tsx'
import { ReportRow } from './report-row.tsx'

/** A patient's reports, the latest first. */
export function ResultsScreen() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const list = useList(listReports, { query: { limit: 20 } })
  return (
    <ListPage
      measure="text"
      title={t`Results`}
      about={list.data && sayCount(list.data)}
      action={
        list.rows.length > 0 && (
          <Link to="/patient-dashboard/over-time" search={{ person: undefined }} className={buttonClass()}>
            <Trans>Results over time</Trans>
          </Link>
        )
      }
    >
      <Rows
        counted
        list={list}
        failure={t`Your results could not be loaded`}
        empty={{
          picture: <EmptyTubeDrawing />,
          title: t`No results yet`,
          about: t`They will be here as soon as the laboratory has released them.`,
          action: (
            <Link to="/patient-dashboard/appointments" className={buttonClass()}>
              <Trans>Your appointments</Trans>
            </Link>
          ),
        }}
      >
        {(reports) => (
          <ul className="-mb-3 border-t [&>li:last-child>a]:border-b-0" aria-label={t`Your results`}>
            {reports.map((report) => (
              <ReportRow key={`${report.visitId} ${report.confidential}`} report={report} me={me.fullName} />
            ))}
          </ul>
        )}
      </Rows>
    </ListPage>
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
