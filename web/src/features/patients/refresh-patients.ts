import type { QueryClient } from '@tanstack/react-query'
import { listDuplicates, listJoins, previewJoin } from '#contract/joins.ts'
import { listPatientVisits, readPatientRecord, searchPatients } from '#contract/patients.ts'
import { listPersonVisits, readPerson, searchPeople } from '#contract/people.ts'

/** Everything that is known of patients is as of before: read it again. */
export async function refreshPatients(queryClient: QueryClient): Promise<void> {
  const all = [
    searchPatients,
    readPatientRecord,
    listPatientVisits,
    searchPeople,
    readPerson,
    listPersonVisits,
    listJoins,
    listDuplicates,
    previewJoin,
  ]
  await Promise.all(
    all.map((one) => queryClient.invalidateQueries({ queryKey: [one.method, one.path] as const })),
  )
}
