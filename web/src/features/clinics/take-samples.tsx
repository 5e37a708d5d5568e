import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type ClinicOrder, collectClinicOrder } from '#contract/clinic-orders.ts'
import type { Identifier } from '#contract/task-states.ts'
import { sayList } from '../../lib/locale.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { IdentifiedBy, PreparedField } from '../../screen/identified-by.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'

/** Records the tubes that the clinic has taken; their labels can then be printed. */
export function TakeSamples({ order: { id, toTake, preparation } }: { order: ClinicOrder }) {
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState<readonly Identifier[]>([])
  const close = () => setOpen(false)
  const form = useResourceForm(collectClinicOrder, {
    params: { id },
    body: ({ prepared }) => ({ identifiedBy: [...known], prepared }),
    onDone: close,
  })
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Trans>Record sample collection</Trans>
      </Button>
      <DialogForm
        form={form}
        open={open}
        onClose={close}
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
          hint={t`Ask openly (“What is your name?”) and confirm at least two.`}
          known={known}
          onChange={setKnown}
        />
        <PreparedField start={preparation.length > 0 ? 'yes' : 'not needed'} />
      </DialogForm>
    </>
  )
}
