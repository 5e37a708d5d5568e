import { useState } from 'react'
import { TermsDialog } from './terms-dialog.tsx'
import css from './terms-field.module.css'

/** What a guest agrees to with their booking, which can be read on the spot. */
export function AgreedByBooking() {
  const [open, setOpen] = useState(false)
  return (
    <>
      By booking you agree to the{' '}
      <button type="button" className={css.read} onClick={() => setOpen(true)}>
        terms of use
      </button>
      .
      <TermsDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
