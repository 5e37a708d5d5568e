import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'
import { noteShown, sendContactMessage } from '../../api/contact-service.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { noCall, useResourceForm } from '../../screen/use-resource-form.ts'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'

const labels = { name: t`Name`, email: t`Email`, message: t`Message` }

/** Name, e-mail and message to the laboratory. */
export function ContactForm({ onSent }: { onSent: () => void }) {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => void noteShown().then(setShown), [])
  const form = useResourceForm(noCall<Record<keyof typeof labels | 'website', string>>(), {
    send: ({ name, email, message, website }) =>
      sendContactMessage({
        name: name.trim(),
        email: email.trim(),
        message: message.trim(),
        trap: website.trim(),
        shown,
      }),
    refusal: ({ message, fields }) => ({ message, fields: withLabels(fields) }),
    onDone: onSent,
  })

  return (
    <ResourceForm form={form}>
      <TextField name="name" label={t`Name`} autoComplete="name" required maxLength={200} />
      <TextField name="email" label={t`Email`} type="email" autoComplete="email" required maxLength={254} />
      <TextArea
        name="message"
        label={t`Message`}
        rows={5}
        required
        hint={translated(messages.contact.hint)}
      />
      <Trap />
      <FormActions>
        <SubmitButton pendingText={translated(messages.contact.sending)}>
          {translated(messages.contact.send)}
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}

/** Programs fill in whatever they find; people neither see nor reach this, and what is in it loses nobody's message. */
function Trap() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        <Trans>Website</Trans> <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

/** As specified: the field's name followed by its messages, joined by commas. */
const withLabels = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([field, findings]) => [
      field,
      [`${field in labels ? labels[field as keyof typeof labels] : field} ${findings.join(', ')}`],
    ]),
  )
