import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { clinicConfidentialReportPdf, readClinicConfidentialReport } from '#contract/clinic-orders.ts'
import { type ReportContent, readConfidentialReport, readConfidentialReportPdf } from '#contract/reports.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { usePdf } from '../../../screen/use-pdf.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { ReadFile } from '../report/report-files.tsx'
import { ReportPaper } from '../report/report-paper.tsx'
import { ReportTests } from '../report/report-tests.tsx'

/** The report of a visit's confidential tests. It is read, and the reading audited, only when it is opened. */
export function ConfidentialReport({
  id,
  forStaff = false,
  onOpened,
}: {
  id: string
  /** As the paper has it, without the words for patients. */
  forStaff?: boolean
  onOpened?: () => void
}) {
  return (
    <Closed {...(onOpened && { onOpened })}>
      <Opened id={id} forStaff={forStaff} />
    </Closed>
  )
}

/** The same for an order of a clinic, as the paper has it, without the words for patients. */
export const ClinicConfidentialReport = ({ id }: { id: string }) => (
  <Closed>
    <OpenedByClinic id={id} />
  </Closed>
)

function Closed({ onOpened, children }: { onOpened?: () => void; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  if (open) return children
  return (
    <Card className="row mb-6 justify-between gap-x-6 gap-y-3" aria-labelledby="confidential">
      <div>
        <h2 id="confidential" className="mb-1 text-l">
          <Trans>Confidential tests</Trans>
        </h2>
        <p>
          <Trans>Their results are in a separate report. Open it where nobody else can see the screen.</Trans>
        </p>
      </div>
      <Button
        onClick={() => {
          setOpen(true)
          onOpened?.()
        }}
      >
        <Trans>Open the confidential report</Trans>
      </Button>
    </Card>
  )
}

function Opened({ id, forStaff }: { id: string; forStaff: boolean }) {
  const read = useQuery(queryFor(readConfidentialReport, { params: { id } }))
  const pdf = usePdf(() => call(readConfidentialReportPdf, { params: { id }, query: {} }), `report-${id}.pdf`)
  return (
    <Contents
      report={read.data?.report}
      error={read.error}
      loading={forStaff ? t`Loading the results...` : t`Loading your results...`}
      fetching={pdf.isPending}
      onPdf={() => pdf.open()}
      say={(report) =>
        forStaff ? <ReportPaper report={report} /> : <ReportTests report={report} trends={[]} />
      }
      readFile={(file) => call(readConfidentialReportPdf, { params: { id }, query: { file } })}
    />
  )
}

function OpenedByClinic({ id }: { id: string }) {
  const read = useQuery(queryFor(readClinicConfidentialReport, { params: { id } }))
  const pdf = usePdf(
    () => call(clinicConfidentialReportPdf, { params: { id }, query: {} }),
    `report-${id}.pdf`,
  )
  return (
    <Contents
      report={read.data?.report}
      error={read.error}
      loading={t`Loading the results...`}
      fetching={pdf.isPending}
      onPdf={() => pdf.open()}
      say={(report) => <ReportPaper report={report} />}
      readFile={(file) => call(clinicConfidentialReportPdf, { params: { id }, query: { file } })}
    />
  )
}

function Contents({
  report,
  error,
  loading,
  fetching,
  onPdf,
  say,
  readFile,
}: {
  report: ReportContent | undefined
  error: Error | null
  loading: string
  fetching: boolean
  onPdf: () => void
  say: (report: ReportContent) => ReactNode
  readFile: (file: string) => Promise<unknown>
}) {
  if (error) {
    return (
      <Notice kind="error" role="alert" className="mb-6">
        <p>{error.message}</p>
      </Notice>
    )
  }
  if (!report) return <SkeletonLines count={5} says={loading} />
  return (
    <section aria-labelledby="confidential" className="mb-6">
      <div className="row mb-4 justify-between gap-3">
        <h2 id="confidential" className="text-l" tabIndex={-1} ref={(heading) => heading?.focus()}>
          <Trans>Confidential tests</Trans>
        </h2>
        <Button pending={fetching} onClick={onPdf}>
          <DownloadIcon />
          <Trans>Download PDF</Trans>
        </Button>
      </div>
      <ReadFile value={readFile}>{say(report)}</ReadFile>
    </section>
  )
}
