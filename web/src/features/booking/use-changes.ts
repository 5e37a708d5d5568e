import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Appointment, cancelAppointment, readAppointment, updateAppointment } from '#contract/booking.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { type ApiError, failureText } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf, renew } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { useOutcome } from './use-booking.ts'

/** Changing and deleting a visit; both end in the list. */
export function useChanges({ id, onDone }: { id: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const done = async ({ appointment }: { appointment: Appointment }) => {
    onDone()
    queryClient.setQueryData(keyOf(readAppointment, { params: { id } }), appointment)
    await navigate({ to: '/patient-dashboard/appointments' })
  }
  const seenAnew = ({ code }: ApiError) => {
    if (code === 'changed_meanwhile') void renew(updateAppointment)
  }
  const save = useCall(
    (body: BodyInput<typeof updateAppointment>) => call(updateAppointment, { params: { id }, body }),
    {
      says: translated(messages.booking.updated),
      saysRefusal: (error) =>
        error.code !== 'slot_taken' && failureText(error, translated(messages.booking.updateFailure)),
      onDone: done,
      onRefused: seenAnew,
    },
  )
  const cancel = useCall(
    (version: number) => call(cancelAppointment, { params: { id }, body: { version } }),
    {
      says: translated(messages.booking.deleted),
      saysRefusal: (error) => failureText(error, translated(messages.booking.deleteFailure)),
      onDone: done,
      onRefused: seenAnew,
    },
  )
  const { taken, problem } = useOutcome(save.error, translated(messages.booking.updateFailure))
  const { problem: notDeleted } = useOutcome(cancel.error, translated(messages.booking.deleteFailure))
  return { save, cancel, taken, problem: problem ?? notDeleted }
}
