import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { type ContactRefusal, noteShown, sendContactMessage } from '../../api/contact-service.ts'
import { translated } from '../../lib/translated.ts'
import { TextArea, TextField } from '../../ui/fields.tsx'
import type { FormProblem } from '../../ui/form-problem.ts'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'

const labels: Readonly<Record<string, string>> = { name: t`Name`, email: t`Email`, message: t`Message` }

/** Name, e-mail and message to the laboratory. */
export function ContactForm({ onSent }: { onSent: () => void }) {
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => void noteShown().then(setShown), [])
  const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

  const send = async (form: FormData) => {
    setSending(true)
    setProblem(null)
    const refusal = await sendContactMessage({
      name: text(form, 'name'),
      email: text(form, 'email'),
      message: text(form, 'message'),
      trap: text(form, 'website'),
      shown,
    })
    setProblem(refusal && underFields(refusal))
    setSending(false)
    if (!refusal) onSent()
  }

  return (
    <FormShell error={problem} pending={sending} onSubmit={send}>
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
        <SubmitButton pending={sending} pendingText={translated(messages.contact.sending)}>
          {translated(messages.contact.send)}
        </SubmitButton>
      </FormActions>
    </FormShell>
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
function underFields({ message, fields }: ContactRefusal): FormProblem {
  const said = Object.entries(fields).map(([field, findings]) => [
    field,
    [`${labels[field] ?? field} ${findings.join(', ')}`],
  ])
  return { message, fields: Object.fromEntries(said) }
}
