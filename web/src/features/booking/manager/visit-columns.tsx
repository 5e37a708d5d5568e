import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/booking.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { priorityLabels, priorityTones } from '../../../lib/priority-labels.ts'
import { dayOf, exactly, sayDay } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { visitTones } from '../../../lib/visit-tones.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { MailAddress } from '../../../ui/mail-address.tsx'

export const personColumn: Column<Appointment> = {
  header: t`Patient`,
  cell: ({ id, patientDetails: { fullName, gender, age } }) => (
    <>
      <Link to="/appointments/$id" params={{ id }} className="block font-600">
        {fullName}
      </Link>
      <span className="hint block first-letter:uppercase">
        {gender}, {age}
      </span>
    </>
  ),
}

export const contactColumn: Column<Appointment> = {
  header: t`Contact`,
  cell: ({ patientDetails: { contact, email } }) => (
    <>
      {contact && <span className="block whitespace-nowrap">{contact}</span>}
      {email && (
        <span className="block">
          <MailAddress address={email} />
        </span>
      )}
    </>
  ),
}

export const timeColumn: Column<Appointment> = {
  header: t`Time`,
  cell: ({ scheduledDate, scheduleTime, durationMinutes, site }) => (
    <div className="whitespace-nowrap">
      <time className="block font-600" dateTime={scheduledDate} title={exactly(scheduledDate, site.timeZone)}>
        {scheduleTime}
      </time>
      <span className="hint block">
        <Trans>{durationMinutes} min</Trans>
      </span>
    </div>
  ),
}

/** Day and time; `today` at the site. */
export function dateColumn(now: Date): Column<Appointment> {
  return {
    header: t`Date`,
    cell: ({ scheduledDate, scheduleTime, site }) => (
      <time
        className="inline-block whitespace-nowrap first-letter:uppercase"
        dateTime={scheduledDate}
        title={exactly(scheduledDate, site.timeZone)}
      >
        {sayDay(dayOf(scheduledDate, site.timeZone), dayOf(now, site.timeZone))} {scheduleTime}
      </time>
    ),
  }
}

export const siteColumn: Column<Appointment> = {
  header: t`Site`,
  cell: ({ site }) => site.name,
}

export const testsColumn: Column<Appointment> = {
  header: t`Test Type`,
  cell: ({ testType }) => testType.join(', '),
}

export const priorityColumn: Column<Appointment> = {
  header: t`Priority`,
  cell: ({ priority }) => <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>,
}

export const stateColumn: Column<Appointment> = {
  header: t`Status`,
  cell: ({ status }) => <Badge tone={visitTones[status]}>{translated(visitStateLabels[status])}</Badge>,
}
