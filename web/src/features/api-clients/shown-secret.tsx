import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'

/** Shows a new secret once. */
export function ShownSecret({
  title,
  about,
  onClose,
  children,
}: {
  title: string
  about: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="grid gap-3">
        <p>{about}</p>
        {children}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          <Trans>I have copied it</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Three lines, so that all of it is seen on a phone. */
export const Copied = ({ name, label, value }: { name: string; label: string; value: string }) => (
  <TextArea
    name={name}
    label={label}
    readOnly
    rows={3}
    value={value}
    onFocus={(event) => event.currentTarget.select()}
  />
)
