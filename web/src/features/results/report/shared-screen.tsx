import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { downloadShare, openShare } from '#contract/sharing.ts'
import { call } from '../../../api/client.ts'
import { exactly } from '../../../lib/times.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyTubeDrawing, TippedTubeDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { ReadFile } from './report-files.tsx'
import { ReportPaper } from './report-paper.tsx'
import { savePdf } from './save-pdf.ts'

/** What somebody shows by a link. `token` stood behind its #; null: the screen was opened without. */
export function SharedScreen({ token }: { token: string | null }) {
  return (
    <Page measure="text">
      <meta name="robots" content="noindex, nofollow, noarchive" />
      <meta name="referrer" content="no-referrer" />
      {token === null ? (
        <EmptyState
          picture={<EmptyTubeDrawing />}
          title={
            <h1 tabIndex={-1}>
              <Trans>Open the link once more</Trans>
            </h1>
          }
          about={t`What it opens is read from the link alone and not kept in this browser. Go back to the message that it came with.`}
        />
      ) : (
        <Opened token={token} />
      )}
    </Page>
  )
}

function Opened({ token }: { token: string }) {
  // Asked once: every answer is an opening that the patient sees.
  const shared = useQuery({
    queryKey: ['shared', token],
    queryFn: () => call(openShare, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  const pdf = useCall(async (name: string) => savePdf(await call(downloadShare, { body: { token } }), name), {
    says: false,
  })
  if (shared.error?.code === 'not_found') {
    return (
      <EmptyState
        picture={<EmptyTubeDrawing />}
        title={
          <h1 tabIndex={-1}>
            <Trans>This link shows nothing</Trans>
          </h1>
        }
        about={t`It may be over, it may have been ended by the person who sent it, or a part of it may be missing. Ask them for another.`}
      />
    )
  }
  if (shared.error) {
    return (
      <EmptyState
        picture={<TippedTubeDrawing />}
        title={
          <h1 tabIndex={-1}>
            <Trans>The link could not be opened</Trans>
          </h1>
        }
        about={shared.error.message}
        action={
          <>
            <Button variant="primary" onClick={() => void shared.refetch()}>
              <Trans>Try again</Trans>
            </Button>
            <Reference id={shared.error.requestId} />
          </>
        }
      />
    )
  }
  if (!shared.data) {
    return (
      <>
        <PageHeader title={t`Shared with you`} />
        <SkeletonLines count={6} says={t`Opening the link...`} />
      </>
    )
  }
  const { report, expiresAt } = shared.data
  return (
    <>
      <PageHeader
        title={t`Shared with you`}
        about={t`${report.patient.fullName} shows you a report of ${report.laboratory.name}. The link works until ${exactly(expiresAt, report.timeZone)}.`}
        action={
          <Button
            variant="primary"
            pending={pdf.isPending}
            pendingText={t`Fetching the PDF...`}
            onClick={() => pdf.mutate(`report-${report.patient.reference}-${report.version}.pdf`)}
          >
            <DownloadIcon />
            <Trans>Download PDF</Trans>
          </Button>
        }
      />
      {pdf.error && (
        <Notice kind="error" role="alert" className="mb-6">
          <p>
            <Trans>The PDF could not be fetched. {pdf.error.message}</Trans>
          </p>
        </Notice>
      )}
      {report.status === 'withdrawn' && (
        <Notice kind="error" className="mb-6">
          <p>
            <Trans>The laboratory has withdrawn these results. Do not rely on any that you saw before.</Trans>
          </p>
        </Notice>
      )}
      <ReadFile value={(file) => call(downloadShare, { body: { token, file } })}>
        <ReportPaper report={report} />
      </ReadFile>
    </>
  )
}
