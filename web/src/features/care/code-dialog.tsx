import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { makeCareCode } from '#contract/care.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { CodeSlip } from './code-slip.tsx'
import { KindField } from './kind-field.tsx'

/** Makes a code that opens the record of a person to whoever enters it. It is shown here and nowhere else. */
export function CodeDialog({
  person: { id, fullName },
  title,
  kind,
  printed = false,
  onClose,
  children,
}: {
  person: { id: string; fullName: string }
  title: string
  /** The question of what the person is to whom the code is for. */
  kind: Parameters<typeof KindField>[0]
  /** The code is handed over on paper. */
  printed?: boolean
  onClose: () => void
  /** What the code gives to whoever enters it. */
  children: ReactNode
}) {
  const form = useResourceForm(makeCareCode, { params: { id }, says: false })
  return (
    <Dialog open onClose={onClose} title={title}>
      {form.data ? (
        <>
          <CodeSlip made={form.data} fullName={fullName} />
          <p className="mt-3">
            <Trans>It is shown only now: write it down, or give it to them at once.</Trans>
          </p>
          <DialogActions>
            {printed && (
              <Button onClick={() => window.print()}>
                <Trans>Print</Trans>
              </Button>
            )}
            <Button variant="primary" onClick={onClose}>
              <Trans>Done</Trans>
            </Button>
          </DialogActions>
        </>
      ) : (
        <ResourceForm form={form} scope="code">
          <p>{children}</p>
          <KindField {...kind} />
          <DialogActions>
            <Button onClick={onClose}>
              <Trans>Not now</Trans>
            </Button>
            <SubmitButton>
              <Trans>Create a code</Trans>
            </SubmitButton>
          </DialogActions>
        </ResourceForm>
      )}
    </Dialog>
  )
}
