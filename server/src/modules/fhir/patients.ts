import type { Config } from '#server/config.ts'
import { personNumber } from '#server/modules/people/index.ts'
import { uuid } from '#server/platform/list.ts'
import { checkPatient, createPatient } from './create-patient.ts'
import type { Kind } from './kind.ts'
import { profiles } from './profiles.ts'
import { codeParam, dateParam, idParam, stringParam, tokenParam } from './queries-conditions.ts'
import {
  hasIdentifier,
  hasNumber,
  hasOwn,
  mayBeCalled,
  type PatientRow,
  patientRows,
  plainPatient,
} from './queries-patients.ts'
import { kindOfTable } from './queries-table.ts'
import { type Resource, type Systems, systemsOf } from './resource.ts'

export const patients = (config: Config): Kind => {
  const systems = systemsOf(config)
  const kind = kindOfTable<PatientRow>({
    type: 'Patient',
    scope: 'system/Patient.rs',
    ownRows: patientRows,
    order: { personId: uuid('r.person_id') },
    params: {
      _id: idParam('person_id'),
      identifier: tokenParam(
        [
          { system: systems.personNumber, is: hasNumber },
          { system: null, is: hasIdentifier },
        ],
        'The number of the person, another number without its system, or the program’s own identifier',
        hasOwn,
      ),
      birthdate: dateParam('born', 'The date of birth, if it is known to the day, month or year'),
      gender: codeParam('sex', ['male', 'female'], 'The sex'),
      name: stringParam('full_name', 'The name', mayBeCalled),
      family: stringParam('family_name', 'The family name, if it is known'),
      given: stringParam('given_names', 'The given names, if they are known'),
    },
    profiles: profiles.Patient,
    summary: [
      'identifier',
      'active',
      'name',
      'telecom',
      'gender',
      'birthDate',
      'deceasedBoolean',
      'deceasedDateTime',
    ],
    subject: ({ personId }) => ({ kind: 'person', id: personId }),
    isVersioned: true,
    present: (row, db) => present(plainPatient(db, row), systems),
  })
  return {
    ...kind,
    writes: { create: { scope: 'system/Patient.c', make: createPatient, check: checkPatient } },
  }
}

function present(row: PatientRow, systems: Systems): Resource {
  const { familyName, givenNames, birthPrecision, birthDate, phones, email } = row
  const born =
    birthDate !== null && birthPrecision !== 'estimated' && birthDate.slice(0, lengths[birthPrecision])
  const telecom = [
    ...phones.map((value) => ({ system: 'phone', value })),
    ...(email === '' ? [] : [{ system: 'email', value: email }]),
  ]
  return {
    resourceType: 'Patient',
    id: row.personId,
    ...(row.version !== null && { meta: { versionId: String(row.version) } }),
    identifier: [
      { use: 'official', system: systems.personNumber, value: personNumber(row.number) },
      ...row.own.map(({ system, value }) => ({ system: system || undefined, value })),
      ...row.identifiers.map(({ system, value }) => ({ type: { text: system }, value })),
    ],
    active: true,
    name: [
      {
        text: row.fullName,
        ...(familyName !== '' && { family: familyName }),
        ...(givenNames !== '' && { given: givenNames.split(/\s+/) }),
        ...(familyName === '' && givenNames === '' && { extension: [partsUnknown] }),
      },
    ],
    ...(telecom.length > 0 && { telecom }),
    gender: row.sex,
    ...(born && { birthDate: born }),
    ...(row.diedOn !== null ? { deceasedDateTime: row.diedOn } : row.deceased && { deceasedBoolean: true }),
  }
}

/** US Core: the whole name is known, but not which part is the family name. */
const partsUnknown = {
  url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
  valueCode: 'unknown',
}

/** The length of a date of this precision. */
const lengths = { day: 10, month: 7, year: 4 } as const
