import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
        <Trans>Make an aliquot</Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Make an aliquot of ${spaced(accession)}`}>
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
          <DialogActions>
            <Button onClick={() => setOpen(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <SubmitButton pending={divide.isPending}>
              <Trans>Make the aliquot</Trans>
            </SubmitButton>
          </DialogActions>
        </FormShell>
      </Dialog>
    </>
  )
}
