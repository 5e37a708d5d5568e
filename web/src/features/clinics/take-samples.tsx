import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { type ClinicOrder, collectClinicOrder } from '#contract/clinic-orders.ts'
import type { Identifier } from '#contract/task-states.ts'
import { sayList } from '../../lib/locale.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { collectionWays, IdentifiedBy, PreparedField } from '../../screen/identified-by.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'

/** Records the tubes that the clinic has taken; their labels can then be printed. */
export function TakeSamples({ order: { id, toTake, preparation } }: { order: ClinicOrder }) {
  const [known, setKnown] = useState<readonly Identifier[]>([])
  const dialog = useFormDialog(collectClinicOrder, {
    params: { id },
    onShow: () => setKnown([]),
    body: ({ prepared }) => ({ identifiedBy: [...known], prepared }),
  })
  return (
    <DialogForm
      opener={{ variant: 'primary', children: t`Record sample collection` }}
      {...dialog}
      title={t`Record sample collection`}
      submit={t`Record the samples`}
      whyNot={known.length < 2 ? t`Confirm who it is in two ways.` : null}
    >
      <ul className="list-disc ps-4">
        {toTake.map(({ tube, specimen, tests }) => (
          <li key={`${tube} ${specimen}`}>
            <strong>{tube}</strong> <span className="hint block">{sayList(tests)}</span>
          </li>
        ))}
      </ul>
      <IdentifiedBy
        ways={collectionWays}
        label={t`How was the patient identified?`}
        hint={t`Ask openly (“What is your name?”) and confirm at least two.`}
        known={known}
        onChange={setKnown}
      />
      <PreparedField start={preparation.length > 0 ? 'yes' : 'not needed'} />
    </DialogForm>
  )
}
