import { useState } from 'react'
import { rejectSample, type Sample } from '#contract/bench.ts'
import { type RejectionReason, rejectionReasons } from '#contract/task-states.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField, TextArea } from '../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { spaced } from './task-words.ts'
import { useBenchCall } from './use-bench-call.ts'
import { whyNotSample } from './why-not-sample.ts'

type Rejection = { reason: RejectionReason; note: string }

/** Refuses a sample, with a reason. Its tasks are withdrawn and the visit waits for another. */
export function RejectButton({ sample }: { sample: Pick<Sample, 'accession' | 'status' | 'tests'> }) {
  const [open, setOpen] = useState(false)
  const { accession, status, tests } = sample
  const reject = useBenchCall((body: Rejection) => call(rejectSample, { params: { accession }, body }), {
    quiet: true,
    onDone: () => setOpen(false),
  })
  return (
    <>
      <Button variant="danger" whyNot={whyNotSample(status, 'rejected')} onClick={() => setOpen(true)}>
        Reject
        <span className="visually-hidden"> {spaced(accession)}</span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Reject ${spaced(accession)}?`}>
        <FormShell
          error={reject.error}
          pending={reject.isPending}
          onSubmit={(data) => {
            const reason = rejectionReasons.find((one) => one === data.get('reason'))
            if (reason) reject.mutate({ reason, note: String(data.get('note') ?? '') })
          }}
        >
          {tests.length > 0 && (
            <p>Its tasks are withdrawn ({tests.join(', ')}), and the visit waits for another sample.</p>
          )}
          <SelectField
            name="reason"
            label="Reason"
            required
            data-first-focus
            placeholder="Choose a reason"
            options={rejectionReasons.map((one) => ({ value: one, label: one }))}
          />
          <TextArea name="note" label="Note" optional rows={2} maxLength={500} />
          <DialogActions>
            <Button onClick={() => setOpen(false)}>Keep the sample</Button>
            <SubmitButton variant="danger" pending={reject.isPending}>
              Reject sample
            </SubmitButton>
          </DialogActions>
        </FormShell>
      </Dialog>
    </>
  )
}
