import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notices, readNotices } from '#contract/notifications.ts'
import { listReports } from '#contract/reports.ts'
import { call } from '../../../api/client.ts'
import { keyOf } from '../../../api/queries.ts'

/**
 * Marks the notices of a report as read once the patient has opened it, and reloads bell and start page. When that fails, both
 * still show the report as new.
 */
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
