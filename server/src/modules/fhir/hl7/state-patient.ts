import { wholeYears } from '#contract/age.ts'
import { proposeJoin } from '#server/modules/people/index.ts'
import { utcDay } from '#server/platform/clock.ts'
import { keepPatient, type PlannedPatient, planPatient } from '../create-patient.ts'
import { findEntered, insertEntered, recordOf, rewriteEntered } from '../queries-ordered.ts'
import { readPatient } from '../read-patient.ts'
import { systemsOf } from '../resource.ts'
import { refused } from './fault.ts'
import { type Handler, type Hl7Call, requireScopeOf } from './hl7-call.ts'
import type { Envelope } from './read-envelope.ts'
import { findRecord } from './read-parts.ts'
import { identifiersOf, isOnlyNamed, patientBody } from './read-pid.ts'

/** Messages about patients (ADT). */

const pidOf = ({ records }: Envelope) => {
  const pid = findRecord(records, 'PID')
  if (!pid) throw refused('PID', '100', 'The message has no PID segment')
  return pid
}

/**
 * The patient of a message, by the same rules as a Patient of FHIR. PID may have only identifiers if the patient was stated before.
 * @throws a refusal that names the fields or the elements
 */
export async function patientOf(call: Hl7Call, envelope: Envelope): Promise<PlannedPatient> {
  const pid = pidOf(envelope)
  const { delimiters } = envelope
  if (isOnlyNamed(pid)) {
    const [own] = identifiersOf(pid, 3, delimiters, call.authorities)
    const found = own ? await findEntered(call.db, call.client.id, own) : null
    if (found) return { id: found.personId }
  }
  const body = patientBody(pid, delimiters, call.authorities)
  const planned = await planPatient(call, body)
  if (!('id' in planned)) requireScopeOf(call, 'system/Patient.c')
  return planned
}

/** A patient is stated, for the first time (A01, A04, A28) or again (A08, A31). */
export const statePatient: Handler = {
  async plan(call, envelope) {
    requireScopeOf(call, 'system/Patient.c')
    const body = patientBody(pidOf(envelope), envelope.delimiters, call.authorities)
    const said = readPatient(body, systemsOf(call.config).personNumber)
    const before = await findEntered(call.db, call.client.id, said.identifier)
    if (!before) {
      const planned = await patientOf(call, envelope)
      return {
        keep: async (inside) => {
          if (!('id' in planned)) await keepPatient(inside, planned)
          return {}
        },
      }
    }
    return { keep: (inside) => restate(inside, said, before.personId) }
  },
}

/**
 * Changes what the hospital has stated. The laboratory's own record stays as it is: staff correct it. Sex and date of birth decide on
 * intervals, so they are taken only if the record has them too.
 */
async function restate(inside: Hl7Call, said: ReturnType<typeof readPatient>, personId: string) {
  const { db, client, clock } = inside
  const { identifier, fullName, gender, bornOn, bornFrom, contact } = said
  const today = utcDay(clock.now())
  if (bornFrom > today) throw refused('PID-7', '102', 'This day is in the future')
  const record = await recordOf(db, personId)
  const before = await findEntered(db, client.id, identifier)
  const isSame = before?.gender === gender && before.bornOn === bornOn
  const isCorrected = record?.sex === gender && (bornOn === null || record.birthDate === bornOn)
  if (!isSame && !isCorrected)
    throw refused(
      record?.sex === gender ? 'PID-7' : 'PID-8',
      '205',
      'The laboratory’s record has another date of birth or sex. If the record is wrong, correct it and process this message again',
    )
  const age = Math.min(wholeYears(bornFrom, today), 130)
  await rewriteEntered(db, client.id, identifier, {
    ...{ fullName, gender, bornOn, age, contact, statedAt: clock.now() },
  })
  if (record === null || record.fullName === fullName) return {}
  return { note: 'PID-5: the record of the laboratory has another name, which was kept' }
}

/** Two numbers of the hospital are of one patient (A40): MRG-1 was replaced by PID-3. */
export const joinPatients: Handler = {
  async plan(call, envelope) {
    requireScopeOf(call, 'system/Patient.c')
    const { delimiters, records } = envelope
    const mrg = findRecord(records, 'MRG')
    const former = mrg ? identifiersOf(mrg, 1, delimiters, call.authorities)[0] : undefined
    if (!former) throw refused('MRG-1', '101', 'Give the identifier that was replaced')
    const [kept] = identifiersOf(pidOf(envelope), 3, delimiters, call.authorities)
    if (!kept) throw refused('PID-3', '101', 'Give the identifier of the patient')
    const { db, client, clock } = call
    const before = await findEntered(db, client.id, former)
    if (!before) throw refused('MRG-1', '204', 'No patient was stated with this identifier')
    return {
      keep: async (inside) => {
        const present = await findEntered(inside.db, client.id, kept)
        if (!present) {
          const { personId, gender, bornOn, fullName, age, contact } = before
          const same = { personId, gender, bornOn, fullName, age, contact, clientId: client.id }
          await insertEntered(inside.db, {
            ...{ ...kept, ...same, createdAt: clock.now(), statedAt: clock.now() },
          })
          return {}
        }
        if (present.personId === before.personId) return {}
        const isOffered = await proposeJoin(inside.db, [present.personId, before.personId], clock.now())
        return {
          note: isOffered
            ? 'MRG-1: the two records are offered to staff as records of one person'
            : 'MRG-1: staff have found that the two records are not of one person',
        }
      },
    }
  },
}
