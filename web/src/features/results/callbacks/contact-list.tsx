import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CriticalContact } from '#contract/results.ts'
import { mailLink, phoneLink } from '../../../lib/reach-links.ts'
import { PhoneIcon } from '../../../ui/icons.tsx'
import { contactWords, whoCalls } from './callback-words.ts'

/** Whom to call, with the numbers. `onChoose` when a number was chosen, so that it need not be typed. */
export function ContactList({
  contacts,
  onChoose,
}: {
  contacts: readonly CriticalContact[] | null
  onChoose: (contact: { name: string; way: string }) => void
}) {
  if (contacts === null) return <p className="hint">{whoCalls}</p>
  return (
    <ul className="mb-5" aria-label={t`Whom to call`}>
      {contacts.map(({ name, phone, email, kind }) => (
        <li key={`${name} ${phone} ${email}`} className="row justify-between gap-x-4 not-first:border-t py-1">
          <span className="wrap-anywhere min-w-0">
            <strong>{name}</strong> <span className="hint">{contactWords[kind]}</span>
          </span>
          {phone !== '' ? (
            <a
              href={phoneLink(phone)}
              className="tap gap-2 font-600 tabular-nums"
              onClick={() => onChoose({ name, way: phone })}
            >
              <PhoneIcon size={18} />
              {phone}
            </a>
          ) : email !== '' ? (
            <a
              href={mailLink(email)}
              className="tap gap-2 font-600 tabular-nums"
              onClick={() => onChoose({ name, way: email })}
            >
              {email}
            </a>
          ) : (
            <span className="hint">
              <Trans>no number recorded</Trans>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
