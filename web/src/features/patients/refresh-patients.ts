import type { QueryClient } from '@tanstack/react-query'
import {
  listDuplicates,
  listPatientVisits,
  previewMerge,
  readPatientRecord,
  searchPatients,
} from '#contract/patients.ts'

/** Everything that is known of patients is as of before: read it again. */
export async function refreshPatients(queryClient: QueryClient): Promise<void> {
  const all = [searchPatients, listDuplicates, previewMerge, readPatientRecord, listPatientVisits]
  await Promise.all(
    all.map((one) => queryClient.invalidateQueries({ queryKey: [one.method, one.path] as const })),
  )
}
