import { t } from '@lingui/core/macro'
import { addEqaScheme, changeEqaScheme, type EqaScheme } from '#contract/eqa.ts'
import { NamedForm } from '../../../screen/named-form.tsx'
import { SiteField } from '../../../screen/site-field.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { TextField } from '../../../ui/fields.tsx'

/** Adds a scheme, or changes one. */
export function SchemeForm({ of, onClose }: { of: EqaScheme | null; onClose: () => void }) {
  const form = useResourceForm(of ? changeEqaScheme : addEqaScheme, {
    ...(of && { params: { id: of.id }, of: { ...of, ended: of.endedAt !== null } }),
    onDone: onClose,
  })
  return (
    <NamedForm
      form={form}
      scope="scheme"
      onClose={onClose}
      of={of}
      adds={t`Add a scheme`}
      most={80}
      nameHint={t`For example Clinical chemistry.`}
      ended={t`The site no longer takes part`}
    >
      <TextField name="provider" label={t`Provider`} required maxLength={80} autoComplete="off" />
      {of === null && <SiteField />}
    </NamedForm>
  )
}
