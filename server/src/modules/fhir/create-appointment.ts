import { createHash } from 'node:crypto'
import { bookAppointment } from '#server/modules/booking/index.ts'
import { ageOn, personNumber } from '#server/modules/people/index.ts'
import { dayAt, rememberedPlan } from '#server/modules/sites/index.ts'
import { awaitReplicas } from '#server/platform/await-replicas.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import { asActor } from './as-actor.ts'
import { type Identifier, inElements, refusedElements } from './elements.ts'
import { isAfterOther } from './is-after-other.ts'
import type { Kind, Made } from './kind.ts'
import { findBookable, findByIdentifier } from './queries-booked.ts'
import { idInReference, uuidForm } from './queries-conditions.ts'
import { type Booking, isPatient, readBooking } from './read-appointment.ts'
import { readOne } from './read-one.ts'
import { baseOf, type Resource } from './resource.ts'
import { slotOfId } from './slots.ts'
import { testsByCoding } from './tests-by-coding.ts'

export const createAppointment = (call: ClientCall, kind: Kind, body: unknown) =>
  bookAndRead(call, kind, readBooking(body), null)

/** As `bookOnce`; also reads the appointment. */
export async function bookAndRead(
  call: ClientCall,
  kind: Kind,
  booking: Booking,
  holdToken: string | null,
): Promise<Made & { resource: Resource }> {
  const made = await bookOnce(call, booking, holdToken)
  const reading: ClientCall = made.isNew ? { ...call, answersWrite: true } : call
  return { ...made, resource: await readOne(reading, kind, made.id) }
}

/** Refuses an appointment that cannot be booked. The time may still be taken by somebody else. */
export async function checkAppointment(call: ClientCall, body: unknown): Promise<void> {
  if (call.client.facilityId !== null) throw mayNotBook()
  await planBooking(call, readBooking(body))
}

/**
 * Books with `bookAppointment`. Each identifier of a client books once: a retry gets the appointment of the first request, and a
 * different request with the same identifier is refused. `holdToken`: of the hold of the time; null: the time is not held.
 */
async function bookOnce(
  call: ClientCall,
  booking: Booking,
  holdToken: string | null,
  tries = 3,
): Promise<Made> {
  if (call.client.facilityId !== null) throw mayNotBook()
  try {
    return await book(call, booking, holdToken)
  } catch (error) {
    // The booking statement inserts the identifier, which is unique, so an earlier request is looked up only if the statement fails. It
    // may also fail because that request has taken the time.
    const isAfter = isAfterOther(error)
    const before = isAfter || error instanceof Refusal ? await bookedBefore(call, booking) : null
    if (before) return before
    if (isAfter && tries > 1) return bookOnce(call, booking, holdToken, tries - 1)
    throw error
  }
}

export const mayNotBook = () =>
  new Refusal(
    'not_allowed',
    'A client that is limited to a facility cannot book: the clinicians of the facility place orders',
  )

/** The key of an appointment: what a client asked for under an identifier. */
function keyOf({ identifier: [{ system, value } = { system: '', value: '' }], ...asked }: Booking) {
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest()
  return { identifier: bookedUnder({ system, value }), requestHash }
}

export const bookedUnder = ({ system, value }: Identifier): string => `${system}|${value}`

/**
 * The appointment that was booked before under the identifier, once the synchronous standbys have it too.
 * @throws a refusal if it is a different one
 */
export async function bookedBefore({ db, client }: ClientCall, booking: Booking): Promise<Made | null> {
  const { identifier, requestHash } = keyOf(booking)
  const found = await findByIdentifier(db, client.id, identifier)
  if (found && !found.requestHash.equals(requestHash))
    throw new Refusal('conflict', 'This identifier was used for a different appointment')
  if (!found) return null
  await awaitReplicas(db)
  return { id: found.visitId, isNew: false }
}

/** The site and the start of a slot within reach. */
export async function requireSlot(
  { db, client, clock, config }: ClientCall,
  { slot }: Pick<Booking, 'slot'>,
) {
  const [{ reference = '' } = {}] = slot
  const found = slotOfId(reference.replace(`${baseOf(config)}/`, '').replace(/^Slot\//, ''))
  const site =
    found && (client.sites === null || client.sites.includes(found.siteId))
      ? ((await rememberedPlan(db, { siteId: found.siteId, tests: [], now: clock.now() }))?.site ?? null)
      : null
  if (!found || !site) throw refusedElements('Appointment', { 'slot.0.reference': ['There is no such slot'] })
  return { site, start: found.start }
}

/** What `bookAppointment` is asked for. `actor`: the element of the patient. */
async function planBooking(call: ClientCall, booking: Booking) {
  const { db, client, config } = call
  const { site, start } = await requireSlot(call, booking)
  const at = booking.participant.findIndex(isPatient)
  const actor = `participant.${at}.actor`
  const patientId = idInReference(booking.participant[at]?.actor.reference ?? '', 'Patient', baseOf(config))
  const patient =
    patientId !== null && uuidForm.test(patientId) ? await findBookable(db, client, patientId) : null
  if (!patient || patient.birthDate === null)
    throw refusedElements('Appointment', { [actor]: ['There is no such patient'] })
  const { fullName, sex, birthDate, birthPrecision, contact, email } = patient
  if (contact === '' && email === '')
    throw refusedElements('Appointment', {
      [actor]: ['The patient has no phone number and no e-mail address'],
    })
  const day = dayAt(site.timeZone, start)
  const age = ageOn({ date: birthDate, precision: birthPrecision }, day)
  const body = {
    patientDetails: { fullName, age, gender: sex, contact, email },
    personNumber: personNumber(patient.number),
    testType: await testsOf(call, booking),
    siteId: site.id,
    scheduledDate: start.toISOString(),
    priority: 'normal' as const,
  }
  return { body, actor }
}

/** @throws a unique violation of `api_appointment_once` if another call under the identifier was first */
export async function book(
  call: ClientCall,
  booking: Booking,
  holdToken: string | null = null,
): Promise<Made> {
  const { body, actor } = await planBooking(call, booking)
  const held = holdToken === null ? {} : { holdToken }
  const { appointment } = await bookAppointment(
    { ...call, actor: asActor(call.client) },
    { ...body, ...held },
    undefined,
    keyOf(booking),
  ).catch((error: unknown) => {
    throw error instanceof Refusal ? inElements(error, 'Appointment', elementsOfBooking, actor) : error
  })
  return { id: appointment.id, isNew: true }
}

/** The names of the tests. @throws a refusal if a coding means none that a program can book */
export async function testsOf(
  { db, config }: ClientCall,
  { serviceType }: Pick<Booking, 'serviceType'>,
): Promise<string[]> {
  const found = await testsByCoding(
    db,
    config,
    serviceType.map(({ coding }) => coding),
  )
  return found.map((test, at) => {
    if ('catalogueName' in test) return test.catalogueName
    throw refusedElements('Appointment', { [`serviceType.${at}.coding`]: [test.why] })
  })
}

/** The elements that a refused booking names. */
export const elementsOfBooking = {
  testType: 'serviceType',
  scheduledDate: 'slot.0.reference',
  scheduleTime: 'slot.0.reference',
  siteId: 'slot.0.reference',
}
