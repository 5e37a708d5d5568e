import type { CriticalContact } from '#contract/results.ts'
import { mailLink, phoneLink } from '../../../lib/reach-links.ts'
import { PhoneIcon } from '../../../ui/icons.tsx'
import css from './call-dialog.module.css'
import { contactWords, whoCalls } from './callback-words.ts'

/** Whom to call, with the numbers. `onChoose` when a number was chosen, so that it need not be typed. */
export function ContactList({
  contacts,
  onChoose,
}: {
  contacts: readonly CriticalContact[] | null
  onChoose: (contact: { name: string; way: string }) => void
}) {
  if (contacts === null) return <p className={css.soft}>{whoCalls}</p>
  return (
    <ul className={css.contacts} aria-label="Whom to call">
      {contacts.map(({ name, phone, email, kind }) => (
        <li key={`${name} ${phone} ${email}`} className={css.contact}>
          <span className={css.who}>
            <strong>{name}</strong> <span className={css.soft}>{contactWords[kind]}</span>
          </span>
          {phone !== '' ? (
            <a href={phoneLink(phone)} className={css.number} onClick={() => onChoose({ name, way: phone })}>
              <PhoneIcon size={18} />
              {phone}
            </a>
          ) : email !== '' ? (
            <a href={mailLink(email)} className={css.number} onClick={() => onChoose({ name, way: email })}>
              {email}
            </a>
          ) : (
            <span className={css.soft}>no number noted</span>
          )}
        </li>
      ))}
    </ul>
  )
}
