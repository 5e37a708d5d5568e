import { Link } from '@tanstack/react-router'
import type { PatientPerson } from '#contract/patients.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'
import css from './patients.module.css'

export const countVisits = (visits: number): string => (visits === 1 ? '1 visit' : `${visits} visits`)

/** Somebody in a few lines, as they stand beside another. */
export function PersonCard({ person, label }: { person: PatientPerson; label?: string }) {
  return (
    <div className={css.person}>
      {label && <p className={css.label}>{label}</p>}
      <p className={css.name}>
        <Link to="/manager-dashboard/patients/$id" params={{ id: person.id }}>
          {person.fullName}
        </Link>
      </p>
      <PersonLines person={person} />
    </div>
  )
}

export function PersonLines({ person }: { person: PatientPerson }) {
  const { age, gender, email, phone, visits, lastVisitAt, hasAccount, since } = person
  const lines = [
    [gender === 'male' ? 'Male' : gender && 'Female', age !== null && `${age} years`]
      .filter(Boolean)
      .join(', '),
    phone,
    email,
    hasAccount ? `Account since ${longDay(dayOf(since, browserZone()))}` : 'Without an account',
    lastVisitAt
      ? `${countVisits(visits)}, the last on ${longDay(dayOf(lastVisitAt, browserZone()))}`
      : countVisits(visits),
  ]
  return (
    <ul className={css.lines}>
      {lines.filter(Boolean).map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  )
}
