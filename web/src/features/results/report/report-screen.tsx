import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { listReports, readReport } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'
import { BackLink } from '../../../screen/back-link.tsx'
import { Screen, type ScreenProps } from '../../../screen/screen.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/page.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { ConfidentialReport } from '../confidential/confidential-report.tsx'
import { HealthCard } from './health-card.tsx'
import { EarlierVersions, PdfProblem, ReportBody } from './report-body.tsx'
import { standing } from './report-words.ts'
import { SharePanel } from './share-panel.tsx'
import { useNoteOpened, useNoteReading } from './use-note-opened.ts'
import { useReportPdf } from './use-report-pdf.ts'

/** The report and the list of results have the same route, so the route cannot name the list as parent. */
const back = (
  <BackLink to="/patient-dashboard/results" search={{ id: undefined }}>
    <Trans>All results</Trans>
  </BackLink>
)

const Results = (screen: Omit<ScreenProps, 'title'>) => <Screen title={t`Results`} back={back} {...screen} />

/** The released results of a visit, for the patient. */
export function ReportScreen({ id }: { id: string }) {
  const report = useQuery(queryFor(readReport, { params: { id } }))
  const own = useQuery(queryFor(listReports, { query: { visit: id, limit: 2 } }))
  const noteOpened = useNoteReading()
  const hasConfidential = own.data?.rows.some(({ confidential }) => confidential) ?? false
  return (
    <Page>
      {report.data ? (
        // A new version has to be noted as opened again, hence the key.
        <Report key={report.data.report.version} id={id} {...report.data} />
      ) : report.error?.code === 'not_found' && hasConfidential ? (
        <Results />
      ) : report.error?.code === 'not_found' ? (
        <>
          {back}
          <EmptyState
            picture={<EmptyTubeDrawing />}
            title={
              <h1 tabIndex={-1}>
                <Trans>Your results are not ready yet</Trans>
              </h1>
            }
            about={t`They will be here as soon as the laboratory has checked and released them. We write to you then, if you gave an e-mail address.`}
            action={
              <Link
                to="/patient-dashboard/view-appointment"
                search={{ id }}
                className={buttonClass({ variant: 'primary' })}
              >
                <Trans>Back to the appointment</Trans>
              </Link>
            }
          />
        </>
      ) : report.error ? (
        <>
          {back}
          <Failed
            error={report.error}
            title="h1"
            failure={t`Your results could not be loaded`}
            onRetry={() => void report.refetch()}
          />
        </>
      ) : (
        <Results>
          <SkeletonLines count={6} says={t`Loading your results...`} />
        </Results>
      )}
      {hasConfidential && <ConfidentialReport id={id} onOpened={() => noteOpened(id)} />}
    </Page>
  )
}

function Report({ id, report, versions }: { id: string } & ResponseOf<typeof readReport>) {
  const pdf = useReportPdf(id, report.patient.reference)
  useNoteOpened(id)
  return (
    <Results
      state={<Badge tone={standing[report.status].tone}>{standing[report.status].words}</Badge>}
      about={
        <Trans>
          {report.patient.fullName}, {report.laboratory.name}. Issued {report.issuedAt}.{' '}
          <Link to="/patient-dashboard/view-appointment" search={{ id }}>
            Appointment {report.patient.reference}
          </Link>
        </Trans>
      }
      action={
        <Button
          variant="primary"
          pending={pdf.isPending}
          pendingText={t`Fetching the PDF...`}
          onClick={() => pdf.mutate(report.version)}
        >
          <DownloadIcon />
          <Trans>Download PDF</Trans>
        </Button>
      }
    >
      <PdfProblem error={pdf.error} />
      <ReportBody id={id} report={report} />
      <SharePanel id={id} zone={report.timeZone} />
      <HealthCard id={id} />
      <EarlierVersions
        report={report}
        versions={versions}
        actions={(version) => (
          <Button disabled={pdf.isPending} onClick={() => pdf.mutate(version)}>
            <DownloadIcon />
            <Trans>PDF of version {version}</Trans>
          </Button>
        )}
      />
      <p className="hint max-w-[68ch]">
        <Trans>
          Usual ranges are those of this laboratory for your age and sex. Only your doctor knows what a value
          means for you.
        </Trans>
      </p>
    </Results>
  )
}
