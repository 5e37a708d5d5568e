import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { readReminders, saveReminders } from '#contract/notifications.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { Page } from '../../ui/page.tsx'

/** When the laboratory reminds of visits: the manager's, under what they chose for themselves. */
export function ReminderSettings() {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(queryFor(readReminders))
  const form = useResourceForm(saveReminders, {
    body: ({ leadMinutes, quietFrom, quietUntil, ...rules }) => ({
      ...rules,
      leadMinutes: minutesOf(String(leadMinutes)),
      quietFrom: quietFrom.slice(0, 5),
      quietUntil: quietUntil.slice(0, 5),
    }),
    onDone: ({ rules }) => queryClient.setQueryData(keyOf(readReminders), rules),
  })
  return (
    <Page measure="text">
      <h2>
        <Trans>Visit reminders</Trans>
      </h2>
      <p className="mt-2 mb-5 text-ink-soft">
        <Trans>
          Reminders follow the visit: after a move they name the new time, and a cancelled visit has none. A
          reminder that falls into the quiet hours is sent before or after them.
        </Trans>
      </p>
      <ResourceForm form={form}>
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
          <SubmitButton>
            <Trans>Save reminders</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Page>
  )
}

const minutesOf = (hours: string) =>
  hours
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => Math.round(Number(part) * 60))
