import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { addWebhook, type EventType } from '#contract/webhooks.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { TextField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Copied, ShownSecret } from './shown-secret.tsx'
import { sayEvent } from './webhook-words.ts'

type Client = { id: string; events: readonly EventType[] }

/** Adds a webhook, and then shows its secret once. */
export function AddWebhook({ client: { id, events } }: { client: Client }) {
  const [secret, setSecret] = useState<string | null>(null)
  const dialog = useFormDialog(addWebhook, {
    params: { id },
    start: { events: [...events] },
    onDone: (answer) => setSecret(answer.secret),
  })
  return (
    <>
      <DialogForm
        {...dialog}
        opener={{ variant: 'primary', children: t`Add a webhook` }}
        scope="webhook"
        title={t`Add a webhook`}
        submit={t`Add`}
      >
        <TextField
          name="address"
          label={t`Address`}
          hint={t`Of the receiver, for example https://records.example/phial-events.`}
          required
          inputMode="url"
          maxLength={500}
          autoComplete="off"
          data-first-focus=""
        />
        <MultiSelect
          name="events"
          label={t`Events`}
          choices={events.map((event) => ({ value: event, label: sayEvent(event), note: event }))}
          placeholder={t`Find an event`}
        />
      </DialogForm>
      {secret !== null && (
        <WebhookSecret title={t`The webhook is added`} secret={secret} onClose={() => setSecret(null)} />
      )}
    </>
  )
}

export const WebhookSecret = ({
  title,
  secret,
  onClose,
}: {
  title: string
  secret: string
  onClose: () => void
}) => (
  <ShownSecret
    title={title}
    about={
      <Trans>
        Copy the secret now and give it to the operator of the receiver, who verifies the signature of each
        event with it. It is not shown again.
      </Trans>
    }
    onClose={onClose}
  >
    <Copied name="webhook_secret" label={t`Secret`} value={secret} />
  </ShownSecret>
)
