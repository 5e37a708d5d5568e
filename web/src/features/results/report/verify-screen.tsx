import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { verifyReport } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'
import { Screen } from '../../../screen/screen.tsx'
import { Notice, type NoticeKind } from '../../../ui/notice.tsx'
import { ReportPaper } from './report-paper.tsx'

type Verified = ResponseOf<typeof verifyReport>
type Status = Verified['status']

const kinds: Record<Status, NoticeKind> = {
  authentic: 'ok',
  replaced: 'warning',
  withdrawn: 'error',
  unknown: 'error',
}
const titles: Record<Status, string> = {
  authentic: t`This report is authentic`,
  replaced: t`This report was replaced`,
  withdrawn: t`This report was withdrawn`,
  unknown: t`This code is not known`,
}

/** Whether a printed report is what the laboratory issued; for anyone who holds it. */
export function VerifyScreen({ code }: { code: string }) {
  const { data } = useSuspenseQuery(queryFor(verifyReport, { params: { code } }))
  return (
    <Screen
      measure="text"
      title={titles[data.status]}
      about={
        <Trans>
          Code <span className="wrap-anywhere tabular-nums tracking-[0.06em]">{code}</span>
        </Trans>
      }
    >
      <Notice kind={kinds[data.status]} className="mb-6">
        <p>{meaning(data)}</p>
      </Notice>
      {data.report && <ReportPaper report={data.report} />}
      <p className="mt-8 text-ink-soft">
        <Trans>
          Were you shown a SMART Health Card instead of a paper? <Link to="/check-card">Check the card</Link>.
        </Trans>
      </p>
    </Screen>
  )
}

function meaning({ status, report, currentVersion, withdrawnTests }: Verified): string {
  const version = report?.version ?? ''
  const latest = currentVersion ?? ''
  switch (status) {
    case 'authentic':
      return t`The laboratory issued it as shown here, and there is no later version. Compare it with the paper: the results and the initials must be the same.`
    case 'replaced': {
      const tests = withdrawnTests.join(', ')
      const replaced = t`The laboratory issued it as shown here, as version ${version}. Version ${latest} has replaced it: do not rely on this one, and ask for the later version.`
      return tests === '' ? replaced : [replaced, t`These results are no longer valid: ${tests}.`].join(' ')
    }
    case 'withdrawn':
      return t`The laboratory has withdrawn this report. Do not rely on it: ask the laboratory.`
    case 'unknown':
      return t`No report of this laboratory has this code. Compare it with the paper letter by letter. If it is the same, ask the laboratory before you trust the paper.`
    default:
      return status satisfies never
  }
}
