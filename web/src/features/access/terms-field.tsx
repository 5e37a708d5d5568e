import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { CheckboxField } from '../../ui/fields.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import css from './terms-field.module.css'

/** The agreement to the terms, which can be read on the spot. */
export function TermsField({
  checked,
  onChange,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const [open, setOpen] = useState(false)
  return (
    <div className={css.terms}>
      <CheckboxField
        name="acceptedTerms"
        label={t`I agree to the terms of use`}
        required
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <button type="button" className={css.read} onClick={() => setOpen(true)}>
        <Trans>Read the terms</Trans>
      </button>
      <TermsDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
