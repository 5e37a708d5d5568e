import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Deed, dealWithClosure, listClosures, visitsInClosure } from '#contract/closures.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './settings.module.css'
import {
  atTheirFields,
  type Choices,
  choicesFor,
  deedsOf,
  sayDeeds,
  whyUndecided,
} from './touched-choices.ts'
import { TouchedList } from './touched-list.tsx'

/** Visits that still lie in a closure: who was asked for another time and has not chosen one, for example. */
export function ClosureVisitsScreen({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryFor(visitsInClosure, { params: { id } }))
  const { closure, visits } = data
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Choices>({})
  const choices = choicesFor(visits, chosen)
  const deal = useMutation({
    mutationFn: (deeds: Deed[]) => call(dealWithClosure, { params: { id }, body: { visits: deeds } }),
    onSuccess: async ({ message }) => {
      toast('success', message)
      await queryClient.invalidateQueries({ queryKey: keyOf(listClosures) })
      await navigate({ to: '/manager-dashboard/settings/closures' })
    },
    onError: () =>
      void queryClient.invalidateQueries({ queryKey: keyOf(visitsInClosure, { params: { id } }) }),
  })
  const zone = closure.site.timeZone
  // Who is not decided for stays in the closure, but something there must be to do.
  const deeds = deedsOf(visits, choices)
  return (
    <FormShell
      error={atTheirFields(deal.error, deal.variables ?? [])}
      pending={deal.isPending}
      check={() => (deeds.length === 0 ? whyUndecided(visits, choices) : {})}
      onSubmit={() => deal.mutate(deeds)}
    >
      <p>
        <strong>{closure.reason}</strong>, {sayWhen(closure.start, zone, now())} to{' '}
        {sayWhen(closure.end, zone, now())}.
      </p>
      <TouchedList
        visits={visits}
        zone={zone}
        choices={choices}
        none="All of them have another time."
        onChoose={(visitId, choice) => setChosen((before) => ({ ...before, [visitId]: choice }))}
      />
      <FormActions>
        <SubmitButton
          pending={deal.isPending}
          whyNot={visits.length === 0 ? 'There is nobody left to move.' : null}
        >
          {sayDeeds('', visits, choices)}
        </SubmitButton>
        <Link to="/manager-dashboard/settings/closures" className={buttonClass({ variant: 'plain' })}>
          <span className={css.quiet}>All closures</span>
        </Link>
      </FormActions>
    </FormShell>
  )
}
