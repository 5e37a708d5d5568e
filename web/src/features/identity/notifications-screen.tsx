import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile, updateProfile } from '#contract/identity.ts'
import { type NotificationMethod, notificationMethodLabels, notificationMethods } from '#contract/options.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { SelectField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'

/** What leaves the house today. The others can be chosen once the laboratory can send them. */
const deliverable: readonly NotificationMethod[] = ['email']

const options = notificationMethods.map((value) => ({
  value,
  label: notificationMethodLabels[value],
  disabled: !deliverable.includes(value),
}))
const missing = options.filter(({ disabled }) => disabled).map(({ label }) => label)

export function NotificationsScreen() {
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const [method, setMethod] = useState(me.notifications.method)
  const save = useMutation({
    mutationFn: () => call(updateProfile, { body: { notifications: { method } } }),
    onSuccess: ({ profile }) => {
      queryClient.setQueryData(keyOf(readProfile), profile)
      toast('success', 'Your preferences were saved.')
    },
  })
  return (
    <Page measure="text">
      <PageHeader
        title="Notifications"
        about="How you hear of your visits: confirmations, changes, and when results are ready."
      />
      <FormShell error={save.error} pending={save.isPending} onSubmit={() => save.mutate()}>
        <SelectField
          name="notifications.method"
          label="Preferred method"
          hint={missing.length > 0 && `This laboratory cannot send ${missing.join(' or ')} yet.`}
          options={options}
          value={method}
          onChange={(event) =>
            setMethod(notificationMethods.find((one) => one === event.currentTarget.value) ?? method)
          }
        />
        <FormActions>
          <SubmitButton pending={save.isPending}>Save Preferences</SubmitButton>
        </FormActions>
      </FormShell>
    </Page>
  )
}
