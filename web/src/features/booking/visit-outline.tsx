import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Availability } from '#contract/booking.ts'
import { Notice } from '../../ui/notice.tsx'

/** How long the visit and its results take, and what to do before it: known as soon as tests are chosen. */
export function VisitOutline({
  answer,
  resultTime = null,
}: {
  answer: Pick<Availability, 'durationMinutes' | 'preparation'> | undefined
  resultTime?: string | null
}) {
  return (
    <div aria-live="polite">
      {answer && (
        <Notice kind={answer.preparation.length > 0 ? 'warning' : 'info'}>
          <p>
            <strong>
              <Trans>The visit takes about {answer.durationMinutes} minutes.</Trans>
            </strong>{' '}
            {resultTime && (
              <Trans>The results are usually ready {resultTime} after the sample is taken.</Trans>
            )}
          </p>
          <Preparation lines={answer.preparation} none={t`You do not need to prepare for it.`} />
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
