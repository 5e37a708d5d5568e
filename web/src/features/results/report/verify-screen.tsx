import { useSuspenseQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { verifyReport } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'
import { Notice, type NoticeKind } from '../../../ui/notice.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { ReportPaper } from './report-paper.tsx'
import css from './verify-screen.module.css'

type Verified = ResponseOf<typeof verifyReport>
type Status = Verified['status']

const kinds: Record<Status, NoticeKind> = {
  authentic: 'ok',
  replaced: 'warning',
  withdrawn: 'error',
  unknown: 'error',
}
const titles: Record<Status, string> = {
  authentic: 'This report is authentic',
  replaced: 'This report was replaced',
  withdrawn: 'This report was withdrawn',
  unknown: 'This code is not known',
}

/** Whether a printed report is what the laboratory issued; for anyone who holds it. */
export function VerifyScreen({ code }: { code: string }) {
  const { data } = useSuspenseQuery(queryFor(verifyReport, { params: { code } }))
  return (
    <Page measure="text">
      <PageHeader
        title={titles[data.status]}
        about={
          <>
            Code <span className={css.code}>{code}</span>
          </>
        }
      />
      <Notice kind={kinds[data.status]} className={css.notice}>
        <p>{meaning(data)}</p>
      </Notice>
      {data.report && <ReportPaper report={data.report} />}
    </Page>
  )
}

function meaning({ status, report, currentVersion, withdrawnTests }: Verified): string {
  switch (status) {
    case 'authentic':
      return 'The laboratory issued it as shown here, and there is no later version. Compare it with the paper: both must say the same.'
    case 'replaced': {
      const withdrawn =
        withdrawnTests.length === 0 ? '' : ` These results no longer hold: ${withdrawnTests.join(', ')}.`
      return `The laboratory issued it as shown here, as version ${report?.version}. Version ${currentVersion} has replaced it: do not rely on this one, ask for the later.${withdrawn}`
    }
    case 'withdrawn':
      return report?.status === 'withdrawn'
        ? 'The laboratory issued it to say that it has taken the results back. Earlier versions do not hold either.'
        : `The laboratory issued it as shown here, as version ${report?.version}, and has taken its results back since. Do not rely on it: ask the laboratory.`
    case 'unknown':
      return 'No report of this laboratory has this code. Compare it with the paper letter by letter. If it is the same, ask the laboratory before you trust the paper.'
    default:
      return status satisfies never
  }
}
