import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallbackTry } from '#contract/results.ts'
import { When } from '../../../ui/when.tsx'
import { outcomeWords } from './callback-words.ts'

type Call = Omit<CallbackTry, 'otherValue'> & { otherValue?: string | null }

/** Every call about critical values: by which number, and what was noted. */
export function CallsSoFar({ calls, zone }: { calls: readonly Call[]; zone: string }) {
  if (calls.length === 0) return null
  return (
    <ul className="stack wrap-anywhere mt-2 mb-3 gap-1 text-s" aria-label={t`Calls so far`}>
      {calls.map(({ id, at, called, way, outcome, by, note, otherValue }) => (
        <li key={id}>
          <Trans>
            <When at={at} zone={zone} distance={false} />: {[called, way].filter(Boolean).join(', ')},{' '}
            <strong>{outcomeWords[outcome].said}</strong>. By {by}.
          </Trans>{' '}
          {otherValue && t`The value was ${otherValue} then.`} {note}
        </li>
      ))}
    </ul>
  )
}
