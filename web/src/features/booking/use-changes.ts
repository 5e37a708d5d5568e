import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type Appointment,
  availability,
  bookedIntervals,
  cancelAppointment,
  listAppointments,
  readAppointment,
  updateAppointment,
} from '#contract/booking.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { type ApiError, failureText } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { toast } from '../../ui/toast.tsx'
import { useOutcome } from './use-booking.ts'

/** Changing and deleting a visit; both end in the list. */
export function useChanges({ id, onDone }: { id: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const one = keyOf(readAppointment, { params: { id } })
  const done = async (appointment: Appointment, said: string) => {
    onDone()
    queryClient.setQueryData(one, appointment)
    toast('success', said)
    for (const endpoint of [availability, bookedIntervals]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
    }
    await queryClient.invalidateQueries({ queryKey: keyOf(listAppointments) })
    await navigate({ to: '/patient-dashboard/appointments' })
  }
  const refused = (error: ApiError, failure: string) => {
    if (error.code === 'not_signed_in') return
    if (error.code === 'slot_taken') {
      void queryClient.invalidateQueries({ queryKey: keyOf(availability) })
      return
    }
    // These say that the visit is another one than the screen shows.
    if (error.code === 'changed_meanwhile' || error.code === 'not_possible_now') {
      void queryClient.invalidateQueries({ queryKey: one })
    }
    toast('error', failureText(error, failure))
  }
  const save = useMutation({
    mutationFn: (body: BodyInput<typeof updateAppointment>) =>
      call(updateAppointment, { params: { id }, body }),
    onSuccess: ({ appointment }) => done(appointment, translated(messages.booking.updated)),
    onError: (error) => refused(error, translated(messages.booking.updateFailure)),
  })
  const cancel = useMutation({
    mutationFn: (version: number) => call(cancelAppointment, { params: { id }, body: { version } }),
    onSuccess: ({ appointment }) => done(appointment, translated(messages.booking.deleted)),
    onError: (error) => refused(error, translated(messages.booking.deleteFailure)),
  })
  const { taken, problem } = useOutcome(save.error, translated(messages.booking.updateFailure))
  const { problem: notDeleted } = useOutcome(cancel.error, translated(messages.booking.deleteFailure))
  return { save, cancel, taken, problem: problem ?? notDeleted }
}
