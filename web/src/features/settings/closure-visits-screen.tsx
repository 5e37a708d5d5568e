import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dealWithClosure, listClosures, visitsInClosure } from '#contract/closures.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './settings.module.css'
import { type Choices, choicesFor, deedsOf, sayDeeds } from './touched-choices.ts'
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
    mutationFn: () => call(dealWithClosure, { params: { id }, body: { visits: deedsOf(visits, choices) } }),
    onSuccess: async ({ message }) => {
      toast('success', message)
      await queryClient.invalidateQueries({ queryKey: keyOf(listClosures) })
      await navigate({ to: '/manager-dashboard/settings/closures' })
    },
    onError: () =>
      void queryClient.invalidateQueries({ queryKey: keyOf(visitsInClosure, { params: { id } }) }),
  })
  const zone = closure.site.timeZone
  return (
    <FormShell error={deal.error} pending={deal.isPending} onSubmit={() => deal.mutate()}>
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
