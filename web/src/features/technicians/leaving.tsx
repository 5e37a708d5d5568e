import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { deactivateClinician } from '#contract/clinicians.ts'
import type { deactivateManager } from '#contract/managers.ts'
import type { deactivateTechnician } from '#contract/technicians.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { ReasonField } from '../../ui/reason-field.tsx'

/** Deactivates somebody who leaves, after a question. */
export function Leaving({
  person: { id, fullName },
  title,
  endpoint,
}: {
  person: { id: string; fullName: string }
  /** The question, as a title. */
  title: string
  endpoint: typeof deactivateManager | typeof deactivateTechnician | typeof deactivateClinician
}) {
  const dialog = useFormDialog(endpoint, { params: { id } })
  return (
    <DialogForm
      opener={{ variant: 'plain', 'aria-label': t`Delete ${fullName}`, children: t`Delete` }}
      {...dialog}
      title={title}
      question
      leave={t`Keep`}
      variant="danger"
      submit={t`Delete`}
    >
      <p>
        <Trans>
          <strong>{fullName}</strong> is logged out at once and can no longer log in. What they did stays on
          record under their name.
        </Trans>
      </p>
      <ReasonField optional />
    </DialogForm>
  )
}
