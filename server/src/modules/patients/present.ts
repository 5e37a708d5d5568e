import type { PatientPerson } from '#contract/patients.ts'
import type { PersonRow } from './queries-persons.ts'

export function presentPerson({ alone, since, lastVisitAt, ...person }: PersonRow): PatientPerson {
  return {
    ...person,
    hasAccount: alone === null,
    since: since.toISOString(),
    lastVisitAt: lastVisitAt?.toISOString() ?? null,
  }
}
