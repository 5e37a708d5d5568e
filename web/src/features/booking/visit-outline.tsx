import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Availability } from '#contract/booking.ts'
import { Notice } from '../../ui/notice.tsx'

/** How long the visit takes and what to do before it: known as soon as tests are chosen. */
export function VisitOutline({
  answer,
}: {
  answer: Pick<Availability, 'durationMinutes' | 'preparation'> | undefined
}) {
  return (
    <div aria-live="polite">
      {answer && (
        <Notice kind={answer.preparation.length > 0 ? 'warning' : 'info'}>
          <p>
            <strong>
              <Trans>The visit takes about {answer.durationMinutes} minutes.</Trans>
            </strong>
          </p>
          <Preparation lines={answer.preparation} none={t`You need not prepare for it.`} />
        </Notice>
      )}
    </div>
  )
}

export function Preparation({ lines, none }: { lines: readonly string[]; none?: string }) {
  if (lines.length === 0) return none ? <p>{none}</p> : null
  return (
    <>
      <p>
        <Trans>Before you come:</Trans>
      </p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
