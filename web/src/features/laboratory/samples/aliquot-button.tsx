import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { aliquotSample } from '#contract/bench.ts'
import { spaced } from '../../../lib/accession.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { TextField } from '../../../ui/fields.tsx'

/** Takes a part into a tube of its own, and opens that, so that its label can be printed. */
export function AliquotButton({ accession, whyNot }: { accession: string; whyNot: string | null }) {
  const navigate = useNavigate()
  const dialog = useFormDialog(aliquotSample, {
    params: { accession },
    onDone: ({ sample }) => navigate({ to: '/sample/$accession', params: { accession: sample.accession } }),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ whyNot, children: t`Make an aliquot` }}
      title={t`Make an aliquot of ${spaced(accession)}`}
      leave={t`Cancel`}
      submit={t`Make the aliquot`}
    >
      <p>
        <Trans>The aliquot gets its own number and label. The tests stay with this sample.</Trans>
      </p>
      <TextField
        name="tube"
        label={t`Tube`}
        required
        maxLength={80}
        placeholder={t`Cryotube, 2 mL`}
        data-first-focus
      />
      <TextField name="storagePlace" label={t`Storage place`} optional maxLength={80} />
    </DialogForm>
  )
}
