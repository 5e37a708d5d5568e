import { Trans } from '@lingui/react/macro'
import { messageWords } from '#contract/manage-visits.ts'
import { kindWord } from '#contract/message-kinds.ts'
import type { PatientRecord } from '#contract/patients.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Badge } from '../../ui/badge.tsx'
import { When } from '../../ui/when.tsx'

/** What was written to somebody, latest first, and what became of it. */
export function MessageList({ messages }: { messages: PatientRecord['messages'] }) {
  if (messages.length === 0)
    return (
      <p>
        <Trans>Nothing was written to them.</Trans>
      </p>
    )
  return (
    <ul className="stack gap-4">
      {messages.map(({ id, kind, state, at, to }) => (
        <li key={id} className="wrap-anywhere">
          <span className="row justify-between gap-x-3 gap-y-1 font-550">
            {translated(messageWords[kind]) ?? translated(kindWord(kind))}
            <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>{state}</Badge>
          </span>
          <span className="hint">
            <Trans>
              <When at={at} zone={browserZone()} distance={false} /> to {to}
            </Trans>
          </span>
        </li>
      ))}
    </ul>
  )
}
