import { t } from '@lingui/core/macro'
import { browserZone } from '../lib/times.ts'
import { When } from './when.tsx'

type Entry = { id: string; from: 'patient' | 'laboratory'; text: string; at: string }

/** A conversation with the laboratory, oldest message first. `patient`: the label of the patient's messages. */
export function Conversation({ entries, patient }: { entries: readonly Entry[]; patient: string }) {
  return (
    <ol className="stack list-none gap-3">
      {entries.map(({ id, from, text, at }) => (
        <li
          key={id}
          className={`max-w-[85%] rounded-lg px-4 py-3 ${from === 'patient' ? 'self-end bg-vial-soft' : 'self-start bg-sunk'}`}
        >
          <p className="row hint gap-x-3">
            <strong>{from === 'patient' ? patient : t`The laboratory`}</strong>
            <When at={at} zone={browserZone()} />
          </p>
          <p className="wrap-anywhere mt-1 whitespace-pre-wrap">{text}</p>
        </li>
      ))}
    </ol>
  )
}
