import { Trans } from '@lingui/react/macro'
import type { ReportContent } from '#contract/reports.ts'

/** The interpretive texts and the comment on the results of a test, and the files that its report has. */
export function SaidBeside({
  test: { interpretations, comment, attachments },
}: {
  test: ReportContent['tests'][number]
}) {
  const names = attachments.map(({ name }) => name).join(', ')
  return (
    <>
      {[...interpretations, comment].map((text) => text !== '' && <p key={text}>{text}</p>)}
      {attachments.length > 0 && (
        <p>
          <Trans>The PDF of this report has attached files: {names}.</Trans>
        </p>
      )}
    </>
  )
}
