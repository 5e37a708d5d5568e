import { t } from '@lingui/core/macro'
import { discardHeld, type HeldGroup, matchHeldAgain } from '#contract/instruments.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { TextField } from '../../ui/fields.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'

type Props = { group: HeldGroup; onClose: () => void }
const idsOf = ({ values }: HeldGroup) => values.map(({ id }) => id)

/** Assigns held values to a sample. */
export function CorrectSample({ group, onClose }: Props) {
  const form = useResourceForm(matchHeldAgain, { start: { values: idsOf(group) }, onDone: onClose })
  return (
    <DialogForm
      form={form}
      scope="held"
      onClose={onClose}
      title={t`Correct the sample number`}
      submit={t`Match again`}
    >
      <TextField
        name="accession"
        label={t`Accession number`}
        required
        maxLength={40}
        autoComplete="off"
        hint={t`Scan the label of the tube that was measured.`}
        data-first-focus=""
      />
    </DialogForm>
  )
}

export function DiscardHeld({ group, onClose }: Props) {
  const form = useResourceForm(discardHeld, { start: { values: idsOf(group) }, onDone: onClose })
  return (
    <DialogForm form={form} scope="held" onClose={onClose} title={t`Discard held values`} submit={t`Discard`}>
      <ReasonField required />
    </DialogForm>
  )
}
