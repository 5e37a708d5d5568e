import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReportContent } from '#contract/reports.ts'
import { phoneLink } from '../../../lib/reach-links.ts'
import { Notice } from '../../../ui/notice.tsx'
import { analyteWords } from './analyte-words.ts'
import { isUrgent } from './plain-words.ts'

/** Above everything else: values that may be dangerous, and the number to call. */
export function UrgentNotice({
  report,
  className,
}: {
  report: ReportContent
  className?: string | undefined
}) {
  const urgent = report.tests.flatMap(({ results }) => results).filter(isUrgent)
  if (urgent.length === 0) return null
  const names = urgent.map(({ code, name }) => analyteWords(code)?.name ?? name)
  const listed = names.join(', ')
  const { phone, name } = report.laboratory
  return (
    <Notice kind="error" role="alert" {...(className && { className })}>
      <p>
        <strong>
          <Trans>Please act on this today: {listed}.</Trans>
        </strong>{' '}
        {plural(names.length, {
          one: t`This value can be dangerous.`,
          other: t`These values can be dangerous.`,
        })}
      </p>
      <p>
        {phone === '' ? (
          t`Speak to ${name} or a doctor now.`
        ) : (
          <Trans>
            Call {name} now: <a href={phoneLink(phone)}>{phone}</a>. Or go to a doctor.
          </Trans>
        )}{' '}
        <Trans>If you feel unwell, go to the nearest hospital.</Trans>
      </p>
    </Notice>
  )
}
