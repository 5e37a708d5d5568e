import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import type { TouchedVisit } from '#contract/closures.ts'
import { now } from '../../lib/clock.ts'
import { priorityLabels, priorityTones } from '../../lib/priority-labels.ts'
import { sayWhen } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { type Choice, type Choices, fieldOf, timesOf } from './touched-choices.ts'

/** The visits that cannot stay when they are, one by one, each with what is to become of it. */
export function TouchedList({
  visits,
  zone,
  choices,
  none,
  booked = t`booked then`,
  mayStay = false,
  onChoose,
}: {
  visits: readonly TouchedVisit[]
  zone: string
  choices: Choices
  none: string
  /** What the heading says of them, beside how many there are. */
  booked?: string
  /** Whether one may also be left as it is. */
  mayStay?: boolean
  onChoose: (id: string, choice: Choice) => void
}) {
  return (
    <section aria-labelledby="touched">
      <h2 id="touched" className="mb-4 text-l">
        {visits.length === 1 ? t`1 visit is ${booked}` : t`${visits.length} visits are ${booked}`}
      </h2>
      {visits.length === 0 && <p className="text-ink-soft">{none}</p>}
      <ul className={visits.length > 0 ? 'stack rounded border bg-card' : undefined}>
        {visits.map((visit) => (
          <li
            key={visit.id}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,360px)] items-center gap-x-5 gap-y-2 not-first:border-t px-4 py-3 max-sm:grid-cols-1"
          >
            <div className="wrap-anywhere min-w-0 [&_strong]:block">
              <strong>
                <Link to="/appointments/$id" params={{ id: visit.id }}>
                  {visit.fullName}
                </Link>{' '}
                <Badge tone={priorityTones[visit.priority]}>{priorityLabels[visit.priority]}</Badge>
              </strong>
              <span className="hint block">
                {sayWhen(visit.start, zone, now())}, {visit.testType.join(', ')}
              </span>
              <span className="hint block">{[visit.contact, visit.email].filter(Boolean).join(' · ')}</span>
            </div>
            <SelectField
              name={fieldOf(visit.id)}
              label={<span className="visually-hidden">{t`What happens to ${visit.fullName}`}</span>}
              options={optionsFor(visit, zone, mayStay)}
              hint={visit.way === null ? t`No e-mail address: to be called.` : undefined}
              value={valueOfChoice(choices[visit.id])}
              onChange={(event) => onChoose(visit.id, choiceOf(event.target.value))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function optionsFor(visit: TouchedVisit, zone: string, mayStay: boolean) {
  const undecided = !mayStay && timesOf(visit).length === 0 && visit.way === null
  return [
    ...(undecided ? [{ value: 'undecided', label: t`Choose…` }] : []),
    ...timesOf(visit).map((at) => ({ value: at, label: t`Move to ${sayWhen(at, zone, now())}` })),
    {
      value: 'message',
      label: visit.way === 'sms' ? t`Ask by SMS for another time` : t`Ask by e-mail for another time`,
      disabled: visit.way === null,
    },
    { value: 'cancel', label: t`Cancel it` },
    ...(mayStay ? [{ value: 'undecided', label: t`Leave it as it is` }] : []),
  ]
}

const valueOfChoice = (choice: Choice | undefined): string =>
  typeof choice === 'object' ? choice.move : (choice ?? 'undecided')

const choiceOf = (value: string): Choice =>
  value === 'message' || value === 'cancel' || value === 'undecided' ? value : { move: value }
