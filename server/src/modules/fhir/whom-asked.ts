import { wholeYears } from '#contract/age.ts'
import type { Who } from '#server/modules/clinics/index.ts'
import { utcDay } from '#server/platform/clock.ts'
import type { ClientCall } from './admit-client.ts'
import { onlyMatch } from './conditional-match.ts'
import { refusedElements } from './elements.ts'
import type { Kind } from './kind.ts'
import { findBookable } from './queries-booked.ts'
import { idInReference } from './queries-conditions.ts'
import type { SaidRequest } from './read-request.ts'
import { baseOf } from './resource.ts'

const noSuchPatient = () => refusedElements('ServiceRequest', { subject: ['There is no such patient'] })

/** The id of the patient of a request: by reference, by a search in place of a reference, or by identifier. */
export async function subjectOf(
  call: ClientCall,
  patients: Kind,
  subject: SaidRequest['subject'],
): Promise<string> {
  const text = 'reference' in subject ? subject.reference : null
  const search =
    'identifier' in subject
      ? `identifier=${encodeURIComponent(`${subject.identifier.system === '' ? '' : `${subject.identifier.system}|`}${subject.identifier.value}`)}`
      : /^Patient\?(.*)$/.exec(text ?? '')?.[1]
  const id =
    search === undefined
      ? idInReference(text ?? '', 'Patient', baseOf(call.config))
      : await onlyMatch(call, patients, search)
  if (id === null) throw noSuchPatient()
  return id
}

/** A patient within reach, with the details for an order. */
export async function whoIs({ db, client, clock }: ClientCall, id: string): Promise<Who> {
  const found = await findBookable(db, client, id)
  if (!found) throw noSuchPatient()
  const { personId, fullName, sex: gender, birthDate, birthPrecision, contact } = found
  const today = utcDay(clock.now())
  const age =
    birthDate === null
      ? (found.age ?? 0) + wholeYears(found.ageOn ?? today, today)
      : wholeYears(birthDate, today)
  const bornOn = birthPrecision === 'day' ? birthDate : null
  return { personId, fullName, gender, age: Math.min(age, 130), bornOn, contact }
}
