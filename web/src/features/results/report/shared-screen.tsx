import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { downloadShare, openShare } from '#contract/sharing.ts'
import { call } from '../../../api/client.ts'
import { exactly } from '../../../lib/times.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ReadFile } from './report-files.tsx'
import { LinkFailed, LinkLoading, LinkPage, NoReport, ReportHeader } from './report-link.tsx'
import { ReportPaper } from './report-paper.tsx'

/** What somebody shows by a link. `token` stood behind its #; null: the screen was opened without. */
export function SharedScreen({ token }: { token: string | null }) {
  return (
    <LinkPage>
      {token === null ? (
        <NoReport
          title={t`Open the link once more`}
          about={t`The page opens only from the link, and is not kept in this browser. Go back to the message with the link.`}
        />
      ) : (
        <Opened token={token} />
      )}
    </LinkPage>
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
  if (shared.error?.code === 'not_found') {
    return (
      <NoReport
        title={t`This link shows nothing`}
        about={t`It may have expired, the person who sent it may have ended it, or part of it may be missing. Ask them for a new one.`}
      />
    )
  }
  if (shared.error) return <LinkFailed error={shared.error} onRetry={() => void shared.refetch()} />
  if (!shared.data) return <LinkLoading title={t`Shared with you`} />
  const { report, expiresAt } = shared.data
  return (
    <>
      <ReportHeader
        title={t`Shared with you`}
        about={t`${report.patient.fullName} has shared a report from ${report.laboratory.name} with you. The link works until ${exactly(expiresAt, report.timeZone)}.`}
        report={report}
        download={() => call(downloadShare, { body: { token } })}
      />
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
