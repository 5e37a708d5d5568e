import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { aliquotSample } from '#contract/bench.ts'
import { call } from '../../../api/client.ts'
import { spaced } from '../../../lib/accession.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { useBenchCall } from '../bench/use-bench-call.ts'

/** Takes a part into a tube of its own, and opens that, so that its label can be printed. */
export function AliquotButton({ accession, whyNot }: { accession: string; whyNot: string | null }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const divide = useBenchCall(
    (body: { tube: string; storagePlace: string }) => call(aliquotSample, { params: { accession }, body }),
    {
      quiet: true,
      onDone: ({ sample }) => {
        setOpen(false)
        void navigate({ to: '/sample/$accession', params: { accession: sample.accession } })
      },
    },
  )
  return (
    <>
      <Button whyNot={whyNot} onClick={() => setOpen(true)}>
        Make an aliquot
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Make an aliquot of ${spaced(accession)}`}>
        <FormShell
          error={divide.error}
          pending={divide.isPending}
          onSubmit={(data) =>
            divide.mutate({
              tube: String(data.get('tube') ?? ''),
              storagePlace: String(data.get('storagePlace') ?? ''),
            })
          }
        >
          <p>The aliquot gets its own number and label. The tests stay with this sample.</p>
          <TextField
            name="tube"
            label="Tube"
            required
            maxLength={80}
            placeholder="Cryotube, 2 mL"
            data-first-focus
          />
          <TextField name="storagePlace" label="Storage place" optional maxLength={80} />
          <DialogActions>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <SubmitButton pending={divide.isPending}>Make the aliquot</SubmitButton>
          </DialogActions>
        </FormShell>
      </Dialog>
    </>
  )
}
