import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { openInEmergency } from '#contract/emergency.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { CheckboxField, TextArea, TextField } from '../../../ui/fields.tsx'
import { SubmitButton } from '../../../ui/form-actions.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Asks whose results are needed and why, then opens them. */
export function OpenScreen() {
  const navigate = useNavigate()
  const form = useResourceForm(openInEmergency, {
    start: { confidential: false },
    onDone: ({ id }) => navigate({ to: '/emergency/$id', params: { id } }),
  })
  return (
    <Screen
      title={t`Emergency access`}
      about={t`Read the released results of a patient whose site or tests you cannot open otherwise.`}
    >
      <Card className="max-w-text">
        <Notice kind="warning" className="mb-6">
          <p>
            <Trans>
              Only for care that cannot wait. The managers are told at once, and the patient sees your name
              and your reason.
            </Trans>
          </p>
        </Notice>
        <ResourceForm form={form}>
          <div className="cols-fit-180 grid items-start gap-4">
            <TextField
              name="personNumber"
              label={t`Person number`}
              hint={t`From the patient’s card, receipt or report: P\u00a00000\u00a01234\u00a07.`}
              required
              autoComplete="off"
            />
            <DateField name="birthDate" label={t`Date of birth`} required />
          </div>
          <TextArea
            name="reason"
            label={t`Why are the results needed now?`}
            hint={t`For example: “Unconscious on arrival at the ward, blood group and last potassium needed”.`}
            rows={3}
            required
            maxLength={500}
          />
          <CheckboxField name="confidential" label={t`Also the reports of confidential tests`} />
          <SubmitButton>
            <Trans>Open the results for an hour</Trans>
          </SubmitButton>
        </ResourceForm>
      </Card>
    </Screen>
  )
}
