import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { reportNonconformity } from '#contract/nonconformities.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { SiteField } from '../../screen/site-field.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { SelectField, TextArea } from '../../ui/fields.tsx'
import { harmChoices, kindChoices } from './nonconformity-words.ts'

/** The subject of the report, and the category that is chosen at first. */
type From = { visitId?: string; accession?: string; messageId?: string; kind?: 'complaint' | 'collection' }

/** Opens the form to report a nonconformity, about the present screen's subject if it has one. */
export function ReportProblem({ variant, kind, ...from }: From & { variant?: 'primary' | 'plain' }) {
  const dialog = useFormDialog(reportNonconformity, { start: from })
  const placed = from.visitId !== undefined || from.accession !== undefined
  return (
    <DialogForm
      {...dialog}
      opener={{ ...(variant && { variant }), children: t`Report a nonconformity` }}
      title={t`Report a nonconformity`}
      submit={t`Report`}
    >
      <p className="hint">
        <Trans>
          Describe what went wrong, not who did it. Colleagues with the permission enter the cause and the
          corrective action.
        </Trans>
      </p>
      {!placed && <SiteField />}
      <SelectField
        name="kind"
        label={t`Category`}
        options={kindChoices}
        required
        {...(kind ? { defaultValue: kind } : { placeholder: t`Choose` })}
      />
      <SelectField name="harm" label={t`Harm`} options={harmChoices} required placeholder={t`Choose`} />
      <TextArea name="description" label={t`What happened`} rows={4} required maxLength={2_000} />
      <TextArea name="immediateAction" label={t`Immediate action`} rows={2} optional maxLength={2_000} />
    </DialogForm>
  )
}
