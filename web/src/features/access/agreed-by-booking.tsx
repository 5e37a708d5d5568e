import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { TermsDialog } from './terms-dialog.tsx'

/** Tells a guest that booking means agreeing to the terms of use, and opens the terms in a dialog. */
export function AgreedByBooking() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Trans>
        By booking you agree to the{' '}
        <button
          type="button"
          className="min-h-target text-vial underline underline-offset-[0.2em] hover:text-vial-strong hover:decoration-2"
          onClick={() => setOpen(true)}
        >
          terms of use
        </button>
        .
      </Trans>
      <TermsDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
