import { useEffect } from 'react'
import { readNotices } from '#contract/notifications.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../screen/use-call.ts'

/** Marks the notices of a visit's results as read. */
export const useNoteReading = () =>
  useCall((visitId: string) => call(readNotices, { body: { resultsOf: visitId } }), { says: false }).mutate

/**
 * Marks the notices of a report as read once the patient has opened it, and reloads bell and start page. When that fails, both
 * still show the report as new.
 */
export function useNoteOpened(id: string): void {
  const mutate = useNoteReading()
  useEffect(() => mutate(id), [mutate, id])
}
