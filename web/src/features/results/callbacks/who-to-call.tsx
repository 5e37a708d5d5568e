import type { OpenCallback } from '#contract/results.ts'
import { mailLink, phoneLink } from '../../../lib/reach-links.ts'
import { PhoneIcon } from '../../../ui/icons.tsx'
import css from './callback-strip.module.css'

/** Whom to call: the patient, and the account that booked when it belongs to somebody else. */
export function WhoToCall({ contacts }: Pick<OpenCallback, 'contacts'>) {
  if (contacts === null)
    return <p className={css.who}>Staff who may release results make this call and note it.</p>
  return (
    <ul className={css.who} aria-label="Whom to call">
      {contacts.map(({ name, phone, email }, index) => (
        <li key={name}>
          <span>{index === 0 ? 'Patient' : `Booked by ${name}`}</span>
          {phone !== '' ? (
            <a href={phoneLink(phone)} className={css.number}>
              <PhoneIcon size={18} />
              {phone}
            </a>
          ) : email !== '' ? (
            <a href={mailLink(email)} className={css.number}>
              {email}
            </a>
          ) : (
            'no number noted'
          )}
        </li>
      ))}
    </ul>
  )
}
