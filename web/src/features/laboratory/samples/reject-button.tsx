import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Sample } from '#contract/bench.ts'
import { spaced } from '../../../lib/accession.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RejectForm } from './reject-form.tsx'
import { whyNotSample } from './why-not-sample.ts'

/** Refuses a sample, with a reason, and arranges for another. */
export function RejectButton({ sample, zone }: { sample: Sample; zone: string }) {
  const [open, setOpen] = useState(false)
  const { accession, status } = sample
  return (
    <>
      <Button variant="danger" whyNot={whyNotSample(status, 'rejected')} onClick={() => setOpen(true)}>
        <Trans>
          Reject
          <span className="visually-hidden"> {spaced(accession)}</span>
        </Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Reject ${spaced(accession)}?`}>
        <RejectForm sample={sample} zone={zone} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
