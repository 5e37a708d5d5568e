import { minuteOf } from '#server/modules/sites/index.ts'
import { tokenOf } from '../queries-conditions.ts'
import type { AppointmentRow } from '../queries-visits.ts'
import type { Hl7Call } from './hl7-call.ts'
import type { Scheduled } from './queries-scheduled.ts'
import type { WaitingMessage } from './queries-waiting.ts'
import type { Authorities } from './read-parts.ts'
import { headOf } from './write-answer.ts'
import { patientSegment } from './write-pid.ts'
import { codeOf, entityText, parts, said, segment, serviceText, stamp } from './write-segment.ts'

/** Appointments as SIU. */

/** SCH-25 (table 0278), which the official map reads as the states of an Appointment. */
const states: Readonly<Record<AppointmentRow['status'], string>> = {
  booked: 'Booked',
  arrived: 'Started',
  fulfilled: 'Complete',
  cancelled: 'Cancelled',
  noshow: 'Noshow',
}

/** SCH-6, which is required. */
const reasons: Readonly<Record<string, string>> = {
  'SIU^S12': 'Booked',
  'SIU^S13': 'Moved to another time',
  'SIU^S14': 'Changed',
  'SIU^S15': 'Cancelled',
  'SIU^S26': 'The patient did not come',
}

export function appointmentMessage(
  call: Pick<Hl7Call, 'connection' | 'authorities' | 'tests' | 'locations' | 'clock'>,
  { appointment, patient, placer }: Scheduled,
  { type, controlId }: Pick<WaitingMessage, 'type' | 'controlId'>,
): string {
  const { authorities, connection, tests, locations, clock } = call
  const { startsAt, endsAt, siteId, site, reference } = appointment
  const minutes = minuteOf(endsAt) - minuteOf(startsAt)
  const location = codeOf(locations, siteId)
  const [from, to] = [stamp(startsAt), stamp(endsAt)]
  const segments = [
    headOf(connection, { type: `${type}^SIU_S12`, id: controlId, now: clock.now() }),
    segment('SCH', {
      ...{ 1: placer === null ? '' : placerText(placer, authorities) },
      ...{ 2: `${said(reference)}^PHIAL`, 6: parts('', reasons[type] ?? ''), 9: minutes, 10: 'min' },
      ...{ 11: `^^M${minutes}^${from}^${to}`, 16: '^PHIAL', 20: '^PHIAL', 25: states[appointment.status] },
    }),
    ...(connection.hl7Version.startsWith('2.5') ? [segment('TQ1', { 1: 1, 7: from, 8: to })] : []),
    patientSegment(patient, authorities),
    'RGS|1',
    ...appointment.tests.map((test, at) =>
      segment('AIS', { 1: at + 1, 3: serviceText(tests, test), 4: from, 7: minutes, 8: 'min' }),
    ),
    segment('AIL', { 1: 1, 3: parts(location ?? site), 6: from, 9: minutes, 10: 'min' }),
  ]
  return `${segments.join('\r')}\r`
}

function placerText(placer: string, authorities: Authorities): string {
  const { system, code } = tokenOf(placer)
  return entityText({ system: system ?? '', value: code }, authorities)
}
