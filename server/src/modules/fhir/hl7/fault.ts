import { Refusal } from '#server/platform/errors.ts'

/** Why a message or a part of it cannot be processed. */
export type Fault = {
  /** Segment, its number among those of its kind if there are several, and field: for example `OBR[2]-4`. */
  at: string
  /** By table HL70357. */
  code: string
  text: string
}

/** A refusal that names the segments and fields of the message. `isFinal`: processing the message again would not help. */
export class Hl7Refusal extends Refusal {
  readonly faults: readonly Fault[]
  readonly isFinal: boolean

  constructor(faults: readonly Fault[], isFinal = false) {
    super('invalid_input', faults[0]?.text ?? '')
    this.faults = faults
    this.isFinal = isFinal
  }
}

export const refused = (at: string, code: string, text: string, isFinal = false) =>
  new Hl7Refusal([{ at, code, text }], isFinal)

/** The segments and fields from which the elements of a FHIR resource are read, by the official maps from HL7 v2 to FHIR. */
const patientFields: Readonly<Record<string, string>> = {
  identifier: 'PID-3',
  name: 'PID-5',
  birthDate: 'PID-7',
  gender: 'PID-8',
  telecom: 'PID-13',
}
const requestFields: Readonly<Record<string, string>> = {
  identifier: 'ORC#-2',
  requisition: 'ORC#-4',
  occurrenceDateTime: 'ORC#-7',
  priority: 'ORC#-7',
  requester: 'ORC#-12',
  code: 'OBR#-4',
  reasonCode: 'OBR#-31',
  specimen: 'SPM-4',
  note: 'NTE-3',
  subject: 'PID-3',
  locationReference: 'MSH-6',
}

const appointmentFields: Readonly<Record<string, string>> = {
  identifier: 'SCH-1',
  slot: 'SCH-11',
  serviceType: 'AIS-3',
  participant: 'PID-3',
}
const fieldsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Patient: patientFields,
  Appointment: appointmentFields,
}

/**
 * A refusal of the FHIR functions with fields of the message in place of elements. `place`: the number of the ORC or OBR segment;
 * `otherwise`: the field if the refusal names no element.
 */
export function located(
  refusal: Refusal,
  place: number | null = null,
  otherwise = place === null ? 'PID-3' : 'ORC#-2',
): Hl7Refusal {
  if (refusal instanceof Hl7Refusal) return refusal
  const isFinal = refusal.code === 'not_possible_now' || refusal.code === 'not_allowed'
  const code = codes[refusal.code] ?? '207'
  const ofType = (type = '') => fieldsOf[type] ?? requestFields
  const numbered = (at: string) => at.replace('#', place === null || place === 1 ? '' : `[${place}]`)
  const faults = Object.entries(refusal.detail.fields ?? {}).flatMap(([path, texts]) => {
    const [, type, element = ''] = /^([A-Z]\w*)\.?(\w*)/.exec(path) ?? []
    const at = numbered(ofType(type)[element] ?? otherwise)
    return texts.map((text) => ({ at, code, text }))
  })
  if (faults.length > 0) return new Hl7Refusal(faults, isFinal)
  return new Hl7Refusal([{ at: numbered(otherwise), code, text: refusal.message }], isFinal)
}

const codes: Readonly<Partial<Record<Refusal['code'], string>>> = {
  invalid_input: '103',
  not_found: '204',
  conflict: '205',
  not_possible_now: '207',
}

/** The faults in one line, for the list of messages. */
export const sayFaults = (faults: readonly Fault[]): string =>
  faults
    .map(({ at, text }) => `${at}: ${text}`)
    .join('; ')
    .slice(0, 1_000)
