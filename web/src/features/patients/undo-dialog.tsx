import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { undoJoin } from '#contract/joins.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { TextField } from '../../ui/fields.tsx'

type Asked = { joinId: string; onClose: () => void; onUndone: () => void }

export function UndoDialog({ joinId, onClose, onUndone }: Asked) {
  const form = useResourceForm(undoJoin, { params: { id: joinId }, onDone: onUndone })
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={t`Separate these two records again?`}
      question
      leave={t`Keep them joined`}
      variant="danger"
      submit={t`Undo`}
    >
      <p>
        <Trans>
          Each record has its own visits and results again, and is opened by its own accounts only. The
          accounts are told.
        </Trans>
      </p>
      <TextField
        name="reason"
        label={t`Reason`}
        maxLength={500}
        autoComplete="off"
        hint={t`Kept with both.`}
      />
    </DialogForm>
  )
}
