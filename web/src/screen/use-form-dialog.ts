import { useState } from 'react'
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { type FormOptions, useResourceForm } from './use-resource-form.ts'

/** A form for `DialogForm` with its state of being open. A success closes it. */
export function useFormDialog<
  E extends Endpoint,
  Of extends object = { readonly version: string | number },
  Answer = ResponseOf<E>,
>(endpoint: E, { onShow, ...how }: FormOptions<E, Of, Answer> & { onShow?: () => void } = {}) {
  const [open, setOpen] = useState(false)
  const form = useResourceForm<E, Of, Answer>(endpoint, {
    ...how,
    onDone: (answer, body) => {
      setOpen(false)
      return how.onDone?.(answer, body)
    },
  })
  const show = () => {
    // The start values may have changed since the dialog was last open, and the last try may have been refused.
    form.forget()
    form.reset()
    onShow?.()
    setOpen(true)
  }
  return { form, open, show, onClose: () => setOpen(false) }
}
