import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ReportContent } from '#contract/reports.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyTubeDrawing, TippedTubeDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { Reference } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { PdfProblem } from './report-body.tsx'
import { savePdf } from './save-pdf.ts'

/** A screen of a report behind a link, for people without an account. Search engines do not list it. */
export function LinkPage({ children }: { children: ReactNode }) {
  return (
    <Page measure="text">
      <meta name="robots" content="noindex, nofollow, noarchive" />
      <meta name="referrer" content="no-referrer" />
      {children}
    </Page>
  )
}

/** A link that shows no report. */
export function NoReport({ title, about, action }: { title: string; about: string; action?: ReactNode }) {
  return (
    <EmptyState
      picture={<EmptyTubeDrawing />}
      title={<h1 tabIndex={-1}>{title}</h1>}
      about={about}
      action={action}
    />
  )
}

export function LinkFailed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <EmptyState
      picture={<TippedTubeDrawing />}
      title={
        <h1 tabIndex={-1}>
          <Trans>The link could not be opened</Trans>
        </h1>
      }
      about={error.message}
      action={
        <>
          <Button variant="primary" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          <Reference id={error.requestId} />
        </>
      }
    />
  )
}

export function LinkLoading({ title }: { title: string }) {
  return (
    <Screen title={title}>
      <SkeletonLines count={6} says={t`Opening the link...`} />
    </Screen>
  )
}

/** The title above a report, with its download as a PDF. */
export function ReportHeader({
  title,
  about,
  report: { patient, version },
  download,
}: {
  title: string
  about: string
  report: ReportContent
  download: () => Promise<unknown>
}) {
  const name = `report-${patient.reference}-${version}.pdf`
  const pdf = useCall(async () => savePdf(await download(), name), { says: false })
  return (
    <Screen
      title={title}
      about={about}
      action={
        <Button
          variant="primary"
          pending={pdf.isPending}
          pendingText={t`Fetching the PDF...`}
          onClick={() => pdf.mutate()}
        >
          <DownloadIcon />
          <Trans>Download PDF</Trans>
        </Button>
      }
    >
      <PdfProblem error={pdf.error} />
    </Screen>
  )
}
