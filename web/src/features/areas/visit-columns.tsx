import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/booking.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { classNames } from '../../lib/class-names.ts'
import { priorityLabels, priorityTones } from '../../lib/priority-labels.ts'
import { dayOf, exactly, sayDay } from '../../lib/times.ts'
import { visitTones } from '../../lib/visit-tones.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import css from './visit-columns.module.css'

export const personColumn: Column<Appointment> = {
  header: 'Patient',
  cell: ({ id, patientDetails: { fullName, gender, age } }) => (
    <>
      <Link to="/appointments/$id" params={{ id }} className={css.name}>
        {fullName}
      </Link>
      <span className={classNames(css.quiet, css.who)}>
        {gender}, {age}
      </span>
    </>
  ),
}

export const contactColumn: Column<Appointment> = {
  header: 'Contact',
  cell: ({ patientDetails: { contact, email } }) => (
    <>
      {contact && <span className={classNames(css.line, css.phone)}>{contact}</span>}
      {email && (
        <span className={css.line}>
          <MailAddress address={email} />
        </span>
      )}
    </>
  ),
}

export const timeColumn: Column<Appointment> = {
  header: 'Time',
  cell: ({ scheduledDate, scheduleTime, durationMinutes, site }) => (
    <div className={css.time}>
      <time className={css.name} dateTime={scheduledDate} title={exactly(scheduledDate, site.timeZone)}>
        {scheduleTime}
      </time>
      <span className={css.quiet}>{durationMinutes} min</span>
    </div>
  ),
}

/** Day and time; `today` at the site. */
export function dateColumn(now: Date): Column<Appointment> {
  return {
    header: 'Date',
    cell: ({ scheduledDate, scheduleTime, site }) => (
      <time className={css.when} dateTime={scheduledDate} title={exactly(scheduledDate, site.timeZone)}>
        {sayDay(dayOf(scheduledDate, site.timeZone), dayOf(now, site.timeZone))} {scheduleTime}
      </time>
    ),
  }
}

export const siteColumn: Column<Appointment> = {
  header: 'Site',
  cell: ({ site }) => site.name,
}

export const testsColumn: Column<Appointment> = {
  header: 'Test Type',
  cell: ({ testType }) => testType.join(', '),
}

export const priorityColumn: Column<Appointment> = {
  header: 'Priority',
  cell: ({ priority }) => <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>,
}

export const stateColumn: Column<Appointment> = {
  header: 'Status',
  cell: ({ status }) => <Badge tone={visitTones[status]}>{visitStateLabels[status]}</Badge>,
}
