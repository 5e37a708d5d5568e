import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

/** Asks before what cannot be undone. The safe answer has the focus. */
export function ConfirmDialog({
  open,
  question,
  children,
  yes,
  no = t`Keep it`,
  danger,
  pending = false,
  onYes,
  onNo,
}: {
  open: boolean
  question: ReactNode
  /** What will happen, in a sentence. */
  children?: ReactNode
  yes: string
  no?: string
  danger?: boolean
  pending?: boolean
  onYes: () => void
  onNo: () => void
}) {
  return (
    <Dialog open={open} onClose={onNo} title={question} question>
      {children}
      <DialogActions>
        <Button data-first-focus onClick={onNo}>
          {no}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={onYes}>
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
