import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notices, readNotices } from '#contract/notifications.ts'
import { listReports } from '#contract/reports.ts'
import { call } from '../../../api/client.ts'
import { keyOf } from '../../../api/queries.ts'

/** Once a patient has a report before their eyes, neither the bell nor the home calls it new any more. Where that fails, both go on doing so. */
export function useNoteOpened(id: string): void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (visitId: string) => call(readNotices, { body: { resultsOf: visitId } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf(notices) }),
        queryClient.invalidateQueries({ queryKey: keyOf(listReports) }),
      ]),
  })
  useEffect(() => mutate(id), [mutate, id])
}
