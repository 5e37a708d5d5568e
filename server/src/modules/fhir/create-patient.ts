import { wholeYears } from '#contract/age.ts'
import { addPatient, type Stated, statedPatient } from '#server/modules/clinics/index.ts'
import { utcDay } from '#server/platform/clock.ts'
import { transact } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import { asActor } from './as-actor.ts'
import { type Identifier, inElements, refusedElements } from './elements.ts'
import { isPatientTaken } from './is-after-other.ts'
import type { Kind, Made } from './kind.ts'
import { findEntered, insertEntered } from './queries-ordered.ts'
import { readPatient } from './read-patient.ts'
import { systemsOf } from './resource.ts'

/** A patient that is there, or one that is about to be written. */
export type PlannedPatient = { id: string } | { identifier: Identifier; stated: Stated }

/**
 * Enters a patient as the program states it (decision 0083): a new person, or the person with the person number if date of birth and
 * sex are the same. Each identifier of a client enters one patient.
 */
export async function createPatient(call: ClientCall, _kind: Kind, body: unknown): Promise<Made> {
  const planned = await planPatient(call, body)
  if ('id' in planned) return { id: planned.id, isNew: false }
  try {
    return { id: await transact(call, (inside) => keepPatient(inside, planned)), isNew: true }
  } catch (error) {
    if (!isPatientTaken(error)) throw error
    return createPatient(call, _kind, body)
  }
}

/** Refuses a patient that cannot be entered. A try of a person number counts as that of an entry. */
export async function checkPatient(call: ClientCall, body: unknown): Promise<void> {
  await planPatient(call, body)
}

/** Outside of the transaction of the write, so that a failed try of a person number counts. */
export async function planPatient(call: ClientCall, body: unknown): Promise<PlannedPatient> {
  const { db, client, config, clock } = call
  const said = readPatient(body, systemsOf(config).personNumber)
  const { identifier, bornFrom, bornOn, gender } = said
  const earlier = await findEntered(db, client.id, identifier)
  if (earlier) {
    if (earlier.gender !== gender || earlier.bornOn !== bornOn)
      throw new Refusal(
        'conflict',
        'This identifier was used for a patient with another date of birth or gender',
      )
    return { id: earlier.personId }
  }
  const today = utcDay(clock.now())
  if (bornFrom > today) throw refusedElements('Patient', { birthDate: ['This day is in the future'] })
  const age = wholeYears(bornFrom, today)
  if (age > 130) throw refusedElements('Patient', { birthDate: ['This is more than 130 years ago'] })
  const { fullName, contact, personNumber } = said
  const patient = { fullName, gender, bornOn, age: bornOn === null ? age : null, contact, personNumber }
  const actor = { ...asActor(client), facilityId: client.facilityId }
  const stated = await statedPatient({ ...call, actor }, patient, today).catch((error: unknown) => {
    throw error instanceof Refusal ? inElements(error, 'Patient', elementsOfPatient) : error
  })
  return { identifier, stated }
}

/** Writes a patient in the transaction. @throws an error that `isPatientTaken` recognizes, if another call was first */
export async function keepPatient(
  inside: ClientCall,
  planned: Exclude<PlannedPatient, { id: string }>,
): Promise<string> {
  const { db, client, clock } = inside
  const { personId, fullName, gender, age, bornOn, contact } = await addPatient(
    inside,
    planned.stated,
    utcDay(clock.now()),
  )
  const said = { personId, fullName, gender, age, bornOn, contact }
  const now = clock.now()
  await insertEntered(db, {
    ...planned.identifier,
    ...said,
    clientId: client.id,
    createdAt: now,
    statedAt: now,
  })
  return personId
}

/** The elements that a refused patient names. */
const elementsOfPatient = {
  'patient.personNumber': 'identifier',
  'patient.bornOn': 'birthDate',
}
