import type { ReportContent } from '#contract/reports.ts'

/** The interpretive texts and the comment on the results of a test. */
export function SaidBeside({ test }: { test: ReportContent['tests'][number] }) {
  return [...test.interpretations, test.comment].map((text) => text !== '' && <p key={text}>{text}</p>)
}
