import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { askCareCode } from '#contract/care.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { relationChoices } from '../../lib/care-words.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { KindField, kindOf } from './kind-field.tsx'

/** Has a code sent to the phone number that the laboratory has of a person. Nothing is said of whether it has one. */
export function AskCode() {
  const ask = useMutation({
    mutationFn: (body: BodyInput<typeof askCareCode>) => call(askCareCode, { body }),
  })
  return (
    <Card aria-labelledby="ask-code">
      <h2 id="ask-code">
        <Trans>Send a code to the number that the laboratory has</Trans>
      </h2>
      <p className="mb-4 text-ink-soft">
        <Trans>
          For somebody who was at the laboratory without an account: the code goes by SMS to the phone number
          in their record.
        </Trans>
      </p>
      {ask.data && (
        <Notice role="status" className="mb-4">
          <p>{ask.data.message}</p>
          <p>
            <Trans>Enter it above, under “I have a code”.</Trans>
          </p>
        </Notice>
      )}
      <FormShell
        scope="ask"
        error={ask.error}
        pending={ask.isPending}
        onSubmit={(form) =>
          ask.mutate({ personNumber: String(form.get('personNumber')), kind: kindOf(form) })
        }
      >
        <TextField
          name="personNumber"
          label={t`Person number`}
          hint={t`P and nine digits, on papers of the laboratory`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
        />
        <KindField
          label={t`Who is this person to you?`}
          options={[{ value: 'self', label: t`It is me` }, ...relationChoices]}
        />
        <FormActions>
          <SubmitButton variant="quiet" pending={ask.isPending} pendingText={t`Asking…`}>
            <Trans>Send the code</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Card>
  )
}
