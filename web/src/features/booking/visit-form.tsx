import { type ReactNode, useId } from 'react'
import { ResourceForm } from '../../screen/resource-form.tsx'
import type { ResourceFormState } from '../../screen/use-resource-form.ts'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { SlotTaken } from './slot-taken.tsx'
import type { Offer } from './use-offer.ts'
import { visitSaidId } from './visit-said.tsx'

/** The form in which patients and staff book or change a visit. If the chosen time is taken, it offers the nearest free times. */
export function VisitForm({
  form,
  notice,
  children,
  taken,
  offer,
  onChoose,
  said,
  submit,
  more,
}: {
  form: ResourceFormState
  notice?: ReactNode
  /** The fields, in two columns. */
  children: ReactNode
  /** The nearest free times, if the chosen time is taken. */
  taken: readonly string[] | null
  offer: Offer
  onChoose: (start: { day: string; startsAt: string }) => void
  /** What is about to be sent, beside the button. */
  said: ReactNode
  submit: { words: string; pending: string; disabled?: boolean }
  more?: ReactNode
}) {
  const submitId = useId()
  return (
    <div className="@container">
      <ResourceForm form={form}>
        {notice}
        <div className="grid @min-[800px]:grid-cols-2 grid-cols-1 items-start gap-6">{children}</div>
        {taken && (
          <SlotTaken
            alternatives={taken}
            offer={offer}
            change={onChoose}
            onChosen={() => {
              document.getElementById(submitId)?.focus()
              form.reset()
            }}
          />
        )}
        <div className="row justify-between gap-x-6 gap-y-3">
          <div className="flex flex-[1_1_280px] flex-col gap-2 [&>p]:flex-none">{said}</div>
          <div className="flex flex-wrap gap-3 max-sm:flex-[1_1_100%] max-sm:*:flex-auto">
            <SubmitButton
              id={submitId}
              aria-describedby={visitSaidId}
              disabled={submit.disabled}
              pendingText={submit.pending}
            >
              {submit.words}
            </SubmitButton>
            {more}
          </div>
        </div>
      </ResourceForm>
    </div>
  )
}
