import {
  cancelAppointment,
  markNoShow,
  planAt,
  requireVisit,
  updateAppointment,
} from '#server/modules/booking/index.ts'
import { instantOfWire, readWireTime } from '#server/modules/instruments/index.ts'
import { minuteOf } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { asActor } from '../as-actor.ts'
import {
  book,
  bookedBefore,
  bookedUnder,
  elementsOfBooking,
  mayNotBook,
  testsOf,
} from '../create-appointment.ts'
import { keepPatient } from '../create-patient.ts'
import { inElements } from '../elements.ts'
import { findByIdentifier } from '../queries-booked.ts'
import { readBooking } from '../read-appointment.ts'
import { located, refused } from './fault.ts'
import { type Handler, type Hl7Call, type Planned, requireScopeOf } from './hl7-call.ts'
import type { Envelope } from './read-envelope.ts'
import { readSchedule, type Schedule } from './read-schedule.ts'
import { patientOf } from './state-patient.ts'

/** Appointments of hospitals (SIU), by the statements with which people and FHIR book: no chair is taken twice. */

const scheduleOf = (call: Hl7Call, envelope: Envelope): Schedule => {
  requireScopeOf(call, 'system/Appointment.cu')
  return readSchedule(call, envelope)
}

const withActor = (call: Hl7Call): Hl7Call & SignedIn => ({ ...call, actor: asActor(call.client) })

/** A new appointment (S12), with its patient if the patient is new. */
export const bookByHospital: Handler = {
  async plan(call, envelope): Promise<Planned> {
    if (call.client.facilityId !== null) throw located(mayNotBook(), null, 'MSH-9')
    const schedule = scheduleOf(call, envelope)
    if (schedule.serviceType.length === 0) throw refused('AIS-3', '101', 'Give the code of a test')
    const start = await startOf(call, schedule)
    if (!start) throw refused('SCH-11', '101', 'Give the start of the appointment')
    const patient = await patientOf(call, envelope)
    return {
      keep: (inside) =>
        placing(async () => {
          const patientId = 'id' in patient ? patient.id : await keepPatient(inside, patient)
          const booking = readBooking({
            resourceType: 'Appointment',
            identifier: [schedule.placer],
            status: 'booked',
            slot: [{ reference: `Slot/${start.siteId}.${minuteOf(start.at)}` }],
            serviceType: schedule.serviceType,
            participant: [{ actor: { reference: `Patient/${patientId}` } }],
          })
          if (!(await bookedBefore(inside, booking))) await book(inside, booking)
        }),
    }
  },
}

/** An appointment at another time (S13), or with other tests (S14). What the message does not state stays. */
export const changeByHospital: Handler = {
  async plan(call, envelope) {
    const schedule = scheduleOf(call, envelope)
    const visitId = await bookedAs(call, schedule)
    const { serviceType, reason } = schedule
    const tests = serviceType.length === 0 ? null : await testsOf(call, readServices(serviceType))
    return {
      keep: (inside) =>
        placing(async () => {
          const signed = withActor(inside)
          const before = await requireVisit(signed, visitId)
          const start = await startOf(inside, { ...schedule, siteId: schedule.siteId ?? before.siteId })
          const hidden = before.tests.filter(({ confidential }) => confidential)
          const kept = tests === null ? before.tests : hidden
          await updateAppointment(signed, visitId, {
            patientDetails: before.patient,
            testType: [...(tests ?? []), ...kept.map(({ name }) => name)],
            siteId: start?.siteId ?? before.siteId,
            scheduledDate: (start?.at ?? before.startsAt).toISOString(),
            version: before.version,
            reason: reason || 'Changed by the hospital that booked it',
          }).catch((error: unknown) => {
            throw error instanceof Refusal
              ? inElements(error, 'Appointment', elementsOfBooking, 'slot')
              : error
          })
        }),
    }
  },
}

/** An appointment is cancelled (S15) or deleted (S17). */
export const cancelByHospital: Handler = {
  async plan(call, envelope) {
    const schedule = scheduleOf(call, envelope)
    const visitId = await bookedAs(call, schedule)
    return {
      keep: (inside) =>
        placing(async () => {
          const signed = withActor(inside)
          const { status, version } = await requireVisit(signed, visitId)
          const reason = schedule.reason || 'Cancelled by the hospital that booked it'
          if (status !== 'cancelled') await cancelAppointment(signed, visitId, { reason, version })
        }),
    }
  },
}

/** The patient did not come (S26). */
export const missedByHospital: Handler = {
  async plan(call, envelope) {
    const visitId = await bookedAs(call, scheduleOf(call, envelope))
    return { keep: (inside) => placing(async () => void (await markNoShow(withActor(inside), visitId))) }
  },
}

const readServices = (serviceType: Schedule['serviceType']) => ({
  serviceType: serviceType as { coding: { system: string; code: string }[] }[],
})

/** The visit that this client has booked under the number of the hospital. */
async function bookedAs({ db, client }: Hl7Call, { placer }: Schedule): Promise<string> {
  const found = await findByIdentifier(db, client.id, bookedUnder(placer))
  if (!found) throw refused('SCH-1', '204', 'No appointment was booked with this number')
  return found.visitId
}

/** The site and the start. A time without an offset is local time of the site. Null: no start is stated. */
async function startOf(
  call: Hl7Call,
  { start, siteId }: Schedule,
): Promise<{ siteId: string; at: Date } | null> {
  const { sites } = call.client
  const asked = siteId ?? (sites?.length === 1 ? sites[0] : undefined)
  const { site } = await planAt(withActor(call), asked, []).catch((error: unknown) => {
    if (error instanceof Refusal) throw refused('AIL-3', '204', 'There is no such site')
    throw error
  })
  if (start === '') return null
  if (!readWireTime(start)) throw refused('SCH-11', '102', 'This is not a time')
  return { siteId: site.id, at: instantOfWire(start, site.timeZone, call.clock.now()) }
}

/** Refusals of a booking with fields of the message. A start that is taken comes with the nearest free ones. */
async function placing(work: () => Promise<void>): Promise<Record<string, never>> {
  try {
    await work()
    return {}
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { alternatives = [] } = error.detail
    if (alternatives.length > 0)
      throw refused('SCH-11', '207', `${error.message} The nearest free times: ${alternatives.join(', ')}`)
    throw located(error, null, 'SCH-1')
  }
}
