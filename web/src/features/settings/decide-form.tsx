import { t } from '@lingui/core/macro'
import { type ReactNode, useMemo, useState } from 'react'
import type { Deed, TouchedVisit } from '#contract/closures.ts'
import { useCall } from '../../screen/use-call.ts'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
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
  visits,
  mayStay = false,
  deal,
  onDealt,
  back,
  children,
  ...list
}: {
  visits: readonly TouchedVisit[]
  zone: string
  none: string
  booked?: string
  mayStay?: boolean
  deal: (deeds: Deed[], form: FormData) => Promise<{ message: string }>
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
  const dealing = useCall((asked: { deeds: Deed[]; form: FormData }) => deal(asked.deeds, asked.form), {
    onDone: onDealt,
  })
  const { error, variables } = dealing
  // The same one until the next refusal: a new one takes the focus, from a choice too.
  const problem = useMemo(() => atTheirFields(error, variables?.deeds ?? []), [error, variables])
  return (
    <FormShell
      error={problem}
      pending={dealing.isPending}
      check={() => (deeds.length === 0 ? whyUndecided(visits, choices) : {})}
      onSubmit={(form) => dealing.mutate({ deeds, form })}
    >
      {children}
      <TouchedList
        {...list}
        visits={visits}
        choices={choices}
        mayStay={mayStay}
        onChoose={(id, choice) => setChosen((before) => ({ ...before, [id]: choice }))}
      />
      <FormActions>
        <SubmitButton
          pending={dealing.isPending}
          whyNot={visits.length === 0 ? t`There is nobody left to move.` : null}
        >
          {sayDeeds('', visits, choices)}
        </SubmitButton>
        {back}
      </FormActions>
    </FormShell>
  )
}
