import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { reportNonconformity } from '#contract/nonconformities.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { SiteField } from '../../screen/site-field.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextArea } from '../../ui/fields.tsx'
import { harmChoices, kindChoices } from './nonconformity-words.ts'

/** The subject of the report, and the category that is chosen at first. */
type From = { visitId?: string; accession?: string; messageId?: string; kind?: 'complaint' | 'collection' }

/** Opens the form to report a nonconformity, about the present screen's subject if it has one. */
export function ReportProblem({ variant, ...from }: From & { variant?: 'primary' | 'plain' }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...(variant && { variant })} onClick={() => setOpen(true)}>
        <Trans>Report a nonconformity</Trans>
      </Button>
      {open && <ReportForm {...from} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReportForm({ kind, onClose, ...from }: From & { onClose: () => void }) {
  const form = useResourceForm(reportNonconformity, { start: from, onDone: onClose })
  const placed = from.visitId !== undefined || from.accession !== undefined
  return (
    <DialogForm form={form} onClose={onClose} title={t`Report a nonconformity`} submit={t`Report`}>
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
