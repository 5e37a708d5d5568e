import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type ReportContent, type readReport, readReportPdf } from '#contract/reports.ts'
import { readTrends } from '#contract/trends.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { sayWhen } from '../../../lib/times.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { ReadFile } from './report-files.tsx'
import { ReportTests } from './report-tests.tsx'
import { UrgentNotice } from './urgent-notice.tsx'

/** The content of a report: urgent values first, then each test with its values over time. */
export function ReportBody({ id, report }: { id: string; report: ReportContent }) {
  const trends = useQuery(queryFor(readTrends, { params: { id } }))
  const readFile = (file: string) =>
    call(readReportPdf, { params: { id }, query: { version: report.version, file } })
  return (
    <ReadFile value={readFile}>
      {report.waitingFor.length > 0 && (
        <Notice className="mb-6">
          <p>
            <Trans>
              Still to come: {report.waitingFor.join(', ')}. This page shows them once they are released.
            </Trans>
          </p>
        </Notice>
      )}
      <UrgentNotice report={report} className="mb-6" />
      <ReportTests report={report} trends={trends.data} />
      {trends.error && (
        <Notice kind="warning" className="mb-6">
          <p>
            <Trans>The earlier values of these tests could not be loaded. {trends.error.message}</Trans>
          </p>
          <Button variant="plain" onClick={() => void trends.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )}
    </ReadFile>
  )
}

type Version = ResponseOf<typeof readReport>['versions'][number]

/** The earlier versions of a report, each with its buttons. */
export function EarlierVersions({
  report,
  versions,
  actions,
}: {
  report: ReportContent
  versions: readonly Version[]
  actions: (version: number) => ReactNode
}) {
  const now = useNow()
  const older = versions.filter(({ version }) => version !== report.version)
  if (older.length === 0) return null
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="mb-3 text-l">
        <Trans>Earlier versions</Trans>
      </h2>
      <ul className="[&_li]:row mb-6 [&_li]:justify-between [&_li]:gap-x-4 [&_li]:gap-y-2 [&_li]:border-t [&_li]:py-2">
        {older.map(({ version, issuedAt }) => (
          <li key={version}>
            <span>
              <Trans>
                Version {version}, issued {sayWhen(issuedAt, report.timeZone, now)}
              </Trans>
            </span>
            {actions(version)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The error of a report's PDF that could not be fetched. */
export function PdfProblem({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Notice kind="error" role="alert" className="mb-6">
      <p>
        <Trans>The PDF could not be fetched. {error.message}</Trans>
      </p>
    </Notice>
  )
}
