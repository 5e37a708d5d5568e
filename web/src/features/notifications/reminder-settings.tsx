import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { readReminders, saveReminders } from '#contract/notifications.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'

/** When the laboratory reminds of visits: the manager's, under what they chose for themselves. */
export function ReminderSettings() {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(queryFor(readReminders))
  const save = useMutation({
    mutationFn: (form: FormData) => call(saveReminders, { body: rulesIn(form) }),
    onSuccess: ({ message, rules }) => {
      queryClient.setQueryData(keyOf(readReminders), rules)
      toast('success', message)
    },
  })
  return (
    <Page measure="text">
      <h2>
        <Trans>Reminders of visits</Trans>
      </h2>
      <p className="mt-2 mb-5 text-ink-soft">
        <Trans>
          They follow the visit: one that is moved is reminded of its new time, one that is cancelled of none.
          What falls into the quiet hours comes after or before them.
        </Trans>
      </p>
      <FormShell error={save.error} pending={save.isPending} onSubmit={(form) => save.mutate(form)}>
        <TextField
          name="leadMinutes"
          label={t`Hours before the visit`}
          hint={t`Up to four, for example: 24, 2`}
          defaultValue={data.leadMinutes.map((minutes) => minutes / 60).join(', ')}
          pattern="[ ]*([0-9]+([.][0-9]+)?[ ]*,?[ ]*){0,4}"
        />
        <CheckboxField
          name="fasting"
          label={t`Say when to begin fasting, where a test asks for it`}
          defaultChecked={data.fasting}
        />
        <TextField
          name="fastingHours"
          label={t`Hours of fasting`}
          type="number"
          min={1}
          max={24}
          required
          defaultValue={data.fastingHours}
        />
        <TextField
          name="quietFrom"
          label={t`Quiet from`}
          type="time"
          required
          hint={t`On the clock of the site`}
          defaultValue={data.quietFrom}
        />
        <TextField
          name="quietUntil"
          label={t`Quiet until`}
          type="time"
          required
          defaultValue={data.quietUntil}
        />
        <FormActions>
          <SubmitButton pending={save.isPending}>
            <Trans>Save reminders</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Page>
  )
}

function rulesIn(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    leadMinutes: text('leadMinutes')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((hours) => Math.round(Number(hours) * 60)),
    fasting: form.get('fasting') !== null,
    fastingHours: Number(text('fastingHours')),
    quietFrom: text('quietFrom').slice(0, 5),
    quietUntil: text('quietUntil').slice(0, 5),
  }
}
