import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type ReportContent, readReport } from '#contract/reports.ts'
import { readTrends } from '#contract/trends.ts'
import { queryFor } from '../../../api/queries.ts'
import { sayWhen } from '../../../lib/times.ts'
import { backLinkClass } from '../../../ui/back-link.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyTubeDrawing, TippedTubeDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ArrowLeftIcon, DownloadIcon } from '../../../ui/icons.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import css from './report-screen.module.css'
import { ReportTests } from './report-tests.tsx'
import { SharePanel } from './share-panel.tsx'
import { UrgentNotice } from './urgent-notice.tsx'
import { useReportPdf } from './use-report-pdf.ts'

/** The released results of a visit, for the patient. */
export function ReportScreen({ id }: { id: string }) {
  const report = useQuery(queryFor(readReport, { params: { id } }))
  return (
    <Page>
      <Link to="/patient-dashboard/view-appointment" search={{ id }} className={backLinkClass}>
        <ArrowLeftIcon size={18} />
        Appointment
      </Link>
      {report.data ? (
        <Report id={id} {...report.data} />
      ) : report.error?.code === 'not_found' ? (
        <EmptyState
          picture={<EmptyTubeDrawing />}
          title={<h1 tabIndex={-1}>Your results are not ready yet</h1>}
          about="They will be here as soon as the laboratory has checked and released them. We write to you then, if you gave an email address."
          action={
            <Link
              to="/patient-dashboard/view-appointment"
              search={{ id }}
              className={buttonClass({ variant: 'primary' })}
            >
              Back to the appointment
            </Link>
          }
        />
      ) : report.error ? (
        <EmptyState
          picture={<TippedTubeDrawing />}
          title={<h1 tabIndex={-1}>Your results could not be loaded</h1>}
          about={report.error.message}
          action={
            <>
              <Button variant="primary" onClick={() => void report.refetch()}>
                Try again
              </Button>
              <Reference id={report.error.requestId} />
            </>
          }
        />
      ) : (
        <>
          <PageHeader title="Results" />
          <SkeletonLines count={6} says="Loading your results..." />
        </>
      )}
    </Page>
  )
}

const standing: Record<ReportContent['status'], { words: string; tone: Tone }> = {
  partial: { words: 'Some results', tone: 'warning' },
  final: { words: 'All results', tone: 'ok' },
  corrected: { words: 'Corrected', tone: 'warning' },
  withdrawn: { words: 'Withdrawn', tone: 'danger' },
}

function Report({ id, report, versions }: { id: string } & ResponseOf<typeof readReport>) {
  const pdf = useReportPdf(id, report.patient.reference)
  const trends = useQuery(queryFor(readTrends, { params: { id } }))
  const now = useNow()
  const older = versions.filter(({ version }) => version !== report.version)
  return (
    <>
      <PageHeader
        title="Results"
        about={
          <>
            {report.patient.fullName}, {report.laboratory.name}. Issued {report.issuedAt}{' '}
            <Badge tone={standing[report.status].tone}>{standing[report.status].words}</Badge>
          </>
        }
        action={
          <Button
            variant="primary"
            pending={pdf.isPending}
            pendingText="Fetching the PDF..."
            onClick={() => pdf.mutate(report.version)}
          >
            <DownloadIcon />
            Download PDF
          </Button>
        }
      />
      {pdf.error && (
        <Notice kind="error" role="alert" className={css.notice}>
          <p>The PDF could not be fetched. {pdf.error.message}</p>
        </Notice>
      )}
      {report.waitingFor.length > 0 && (
        <Notice className={css.notice}>
          <p>Still to come: {report.waitingFor.join(', ')}. This page shows them once they are released.</p>
        </Notice>
      )}
      <UrgentNotice report={report} className={css.notice} />
      <ReportTests report={report} trends={trends.data ?? []} />
      {trends.error && (
        <Notice kind="warning" className={css.notice}>
          <p>How your values have changed could not be loaded. {trends.error.message}</p>
          <Button variant="plain" onClick={() => void trends.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      <SharePanel id={id} zone={report.timeZone} />
      {older.length > 0 && (
        <section aria-labelledby="versions">
          <h2 id="versions" className={css.heading}>
            Earlier versions
          </h2>
          <ul className={css.versions}>
            {older.map(({ version, issuedAt }) => (
              <li key={version}>
                <span>
                  Version {version}, issued {sayWhen(issuedAt, report.timeZone, now)}
                </span>
                <Button disabled={pdf.isPending} onClick={() => pdf.mutate(version)}>
                  <DownloadIcon />
                  PDF of version {version}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={css.small}>
        Usual ranges are those of this laboratory for your age and sex. Only your doctor knows what a value
        means for you.
      </p>
    </>
  )
}
