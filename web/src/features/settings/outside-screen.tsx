import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Deed, dealWithOutside, visitsOutside } from '#contract/closures.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { useNamesSite } from '../../api/use-names-site.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { textOf } from './part-form.tsx'
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

/** Visits that were booked before the hours were changed: each stays, or is moved, asked or cancelled. */
export function OutsideScreen({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryFor(visitsOutside, { params: { id } }))
  const { site, count, visits } = data
  const namesSite = useNamesSite()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Choices>({})
  const left = Object.entries(chosen).filter(([, choice]) => choice === 'undecided')
  const choices = { ...choicesFor(visits, chosen), ...Object.fromEntries(left) }
  const renew = () => queryClient.invalidateQueries({ queryKey: keyOf(visitsOutside) })
  const deal = useMutation({
    mutationFn: (body: { reason: string; visits: Deed[] }) => call(dealWithOutside, { params: { id }, body }),
    onSuccess: async ({ message }) => {
      toast('success', message)
      await renew()
      if (count <= visits.length) await navigate({ to: '/manager-dashboard/settings/sites' })
    },
    onError: () => void renew(),
  })
  const deeds = deedsOf(visits, choices)
  return (
    <FormShell
      error={atTheirFields(deal.error, deal.variables?.visits ?? [])}
      pending={deal.isPending}
      check={() => (deeds.length === 0 ? whyUndecided(visits, choices) : {})}
      onSubmit={(form) => deal.mutate({ reason: textOf(form, 'reason'), visits: deeds })}
    >
      <p>
        They were booked before the opening hours{namesSite(id) && ` of ${site.name}`} were changed, and stay
        until you decide.
        {count > visits.length && ` These are the first ${visits.length} of ${count}.`}
      </p>
      {visits.length > 0 && (
        <TextField
          name="reason"
          label="Reason"
          hint="Everyone who is asked to come at another time reads it."
          required
          maxLength={200}
          defaultValue="New opening hours"
        />
      )}
      <TouchedList
        visits={visits}
        zone={site.timeZone}
        choices={choices}
        booked="outside the opening hours"
        mayStay
        none="All visits lie within the opening hours."
        onChoose={(visitId, choice) => setChosen((before) => ({ ...before, [visitId]: choice }))}
      />
      <FormActions>
        <SubmitButton
          pending={deal.isPending}
          whyNot={visits.length === 0 ? 'There is nobody left to move.' : null}
        >
          {sayDeeds('', visits, choices)}
        </SubmitButton>
        <Link to="/manager-dashboard/settings/sites" className={buttonClass({ variant: 'plain' })}>
          <span className={css.quiet}>Sites and chairs</span>
        </Link>
      </FormActions>
    </FormShell>
  )
}
