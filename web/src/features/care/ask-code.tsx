import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { askCareCode } from '#contract/care.ts'
import { relationChoices } from '../../lib/care-words.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { KindField } from './kind-field.tsx'

/** Has a code sent to the phone number that the laboratory has of a person. Nothing is said of whether it has one. */
export function AskCode() {
  const form = useResourceForm(askCareCode, { says: false })
  return (
    <Card aria-labelledby="ask-code">
      <h2 id="ask-code">
        <Trans>Send a code to the phone number on record</Trans>
      </h2>
      <p className="mb-4 text-ink-soft">
        <Trans>
          For somebody who was at the laboratory without an account: the code goes by SMS to the phone number
          in their record.
        </Trans>
      </p>
      {form.data && (
        <Notice role="status" className="mb-4">
          <p>{form.data.message}</p>
          <p>
            <Trans>Enter it above, under “I have a code”.</Trans>
          </p>
        </Notice>
      )}
      <ResourceForm form={form} scope="ask">
        <TextField
          name="personNumber"
          label={t`Person number`}
          hint={t`P and nine digits, on your reports and receipts`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
        />
        <KindField
          label={t`Who is this person to you?`}
          options={[{ value: 'self', label: t`Myself` }, ...relationChoices]}
        />
        <FormActions>
          <SubmitButton variant="quiet" pendingText={t`Asking…`}>
            <Trans>Send the code</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}
