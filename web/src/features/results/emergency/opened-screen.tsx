import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { readInEmergency } from '#contract/emergency.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { queryFor } from '../../../api/queries.ts'
import { browserZone, timeOf } from '../../../lib/times.ts'
import { Screen } from '../../../screen/screen.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'
import { ReportPaper } from '../report/report-paper.tsx'

/** The released reports that were opened in an emergency, newest first. */
export function OpenedScreen({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryFor(readInEmergency, { params: { id } }))
  const { fullName, number } = data.person
  const until = timeOf(data.until, browserZone())
  return (
    <Screen title={fullName} about={number}>
      <Notice kind="warning" className="mb-6 max-w-text">
        <p>
          <Trans>
            Opened in an emergency, until {until}. Reason: {data.reason}
          </Trans>
        </p>
      </Notice>
      {data.reports.length === 0 && (
        <EmptyState
          title={t`No reports`}
          about={
            data.confidential
              ? t`No results of this person have been released.`
              : t`No results of this person have been released, apart from any confidential tests.`
          }
        />
      )}
      {data.reports.map((report) => (
        <Report key={`${report.visitId} ${report.confidential}`} report={report} />
      ))}
    </Screen>
  )
}

function Report({ report }: { report: ResponseOf<typeof readInEmergency>['reports'][number] }) {
  return (
    <Card className="mb-6 max-w-text" aria-label={t`Visit ${report.reference}`}>
      <h2 className="mb-4 flex flex-wrap items-center gap-3 text-l">
        <span>
          <When at={report.at} zone={report.timeZone} distance={false} />, {report.site}
        </span>
        {report.confidential && (
          <Badge tone="warning">
            <Trans>Confidential</Trans>
          </Badge>
        )}
      </h2>
      <ReportPaper report={report.content} />
    </Card>
  )
}
