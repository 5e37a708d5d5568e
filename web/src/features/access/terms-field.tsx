import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { CheckboxField } from '../../ui/fields.tsx'
import { TermsDialog } from './terms-dialog.tsx'

/** The agreement to the terms, which can be read on the spot. */
export function TermsField() {
  const [open, setOpen] = useState(false)
  return (
    <div className="row gap-x-4">
      <CheckboxField name="acceptedTerms" label={t`I agree to the terms of use`} required />
      <button
        type="button"
        className="min-h-target text-vial underline underline-offset-[0.2em] hover:text-vial-strong hover:decoration-2"
        onClick={() => setOpen(true)}
      >
        <Trans>Read the terms</Trans>
      </button>
      <TermsDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
