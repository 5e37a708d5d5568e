import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import type { dealWithClosure, dealWithOutside, TouchedVisit } from '#contract/closures.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import {
  atTheirFields,
  type Choices,
  choicesFor,
  deedsOf,
  sayDeeds,
  whyUndecided,
} from './touched-choices.ts'
import { TouchedList } from './touched-list.tsx'

/** What becomes of visits that were left where they are, one by one; who is not decided for stays there. */
export function DecideForm({
  endpoint,
  id,
  visits,
  mayStay = false,
  onDealt,
  back,
  children,
  ...list
}: {
  endpoint: typeof dealWithClosure | typeof dealWithOutside
  /** The closure or the site. */
  id: string
  visits: readonly TouchedVisit[]
  zone: string
  none: string
  booked?: string
  mayStay?: boolean
  onDealt: () => Promise<void>
  /** The way out. */
  back: ReactNode
  /** What stands over the list. */
  children: ReactNode
}) {
  const [chosen, setChosen] = useState<Choices>({})
  const left = mayStay ? Object.entries(chosen).filter(([, choice]) => choice === 'undecided') : []
  const choices = { ...choicesFor(visits, chosen), ...Object.fromEntries(left) }
  const deeds = deedsOf(visits, choices)
  const form = useResourceForm(endpoint, {
    params: { id },
    body: (held) => ({ ...held, visits: deeds }),
    check: () => (deeds.length === 0 ? whyUndecided(visits, choices) : {}),
    refusal: (error, sent) => atTheirFields(error, sent.visits),
    onDone: onDealt,
  })
  return (
    <ResourceForm form={form}>
      {children}
      <TouchedList
        {...list}
        visits={visits}
        choices={choices}
        mayStay={mayStay}
        onChoose={(id, choice) => setChosen((before) => ({ ...before, [id]: choice }))}
      />
      <FormActions>
        <SubmitButton whyNot={visits.length === 0 ? t`There is nobody left to move.` : null}>
          {sayDeeds('', visits, choices)}
        </SubmitButton>
        {back}
      </FormActions>
    </ResourceForm>
  )
}
