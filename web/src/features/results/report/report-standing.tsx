import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readReportStanding } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { When } from '../../../ui/when.tsx'
import { ConfidentialReport } from '../confidential/confidential-report.tsx'
import { CorrectionNotice } from './correction-notice.tsx'
import { standing } from './report-words.ts'

/** For staff: a link from a visit to its released report, and whether the patient has seen a correction. */
export function ReportStanding({ visitId, zone }: { visitId: string; zone: string }) {
  const { data } = useQuery(queryFor(readReportStanding, { params: { id: visitId } }))
  return (
    <>
      {data?.report && (
        <Card aria-labelledby="report" className="row justify-between gap-x-6 gap-y-3">
          <div>
            <h2 id="report" className="text-l">
              <Trans>Report</Trans>
            </h2>
            <p>
              <Trans>
                Version {data.report.version}, issued{' '}
                <When at={data.report.issuedAt} zone={zone} distance={false} />
              </Trans>{' '}
              <Badge tone={standing[data.report.status].tone}>{standing[data.report.status].words}</Badge>
            </p>
          </div>
          <Link to="/reports/$visitId" params={{ visitId }} className={buttonClass()}>
            <Trans>Read or print the report</Trans>
          </Link>
        </Card>
      )}
      {data?.confidential && <ConfidentialReport id={visitId} forStaff />}
      <CorrectionNotice visitId={visitId} zone={zone} />
    </>
  )
}
