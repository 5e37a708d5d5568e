import type { ReportContent } from '#contract/reports.ts'
import { ReportFiles } from './report-files.tsx'

/** The interpretive texts and the comment on the results of a test, and the files that its report has. */
export function SaidBeside({
  test: { interpretations, comment, attachments },
}: {
  test: ReportContent['tests'][number]
}) {
  return (
    <>
      {[...interpretations, comment].map((text) => text !== '' && <p key={text}>{text}</p>)}
      {attachments.length > 0 && <ReportFiles files={attachments} />}
    </>
  )
}
