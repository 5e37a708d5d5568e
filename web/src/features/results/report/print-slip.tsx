import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { printResultSlip } from '#contract/result-links.ts'
import { call } from '../../../api/client.ts'
import { usePdf } from '../../../screen/use-pdf.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { PrinterIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/notice.tsx'

type Paper = BodyInput<typeof printResultSlip>['paper']

/** Prints a collection slip, on the roll of a receipt printer or on A4. */
export function PrintSlip({ visitId, whyNot }: { visitId: string; whyNot: string | null }) {
  const [open, setOpen] = useState(false)
  const print = usePdf(
    (paper: Paper) => call(printResultSlip, { params: { id: visitId }, body: { paper } }),
    'slip.pdf',
    { onDone: () => setOpen(false) },
  )
  return (
    <>
      <Button
        whyNot={whyNot}
        onClick={() => {
          print.reset()
          setOpen(true)
        }}
      >
        <PrinterIcon />
        <Trans>Print a slip</Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Print a collection slip`}>
        <p>
          <Trans>
            The slip has a QR code and a code, and names neither the patient nor a test. It can be given
            before the results are there. A new slip ends the earlier one.
          </Trans>
        </p>
        {print.error && (
          <Notice kind="error" role="alert">
            <p>
              <Trans>The slip was not printed. {print.error.message}</Trans>
            </p>
          </Notice>
        )}
        <DialogActions>
          <Button pending={print.isPending} onClick={() => print.open('a4')}>
            <Trans>On A4</Trans>
          </Button>
          <Button
            variant="primary"
            pending={print.isPending}
            onClick={() => print.open('thermal')}
            data-first-focus=""
          >
            <Trans>On the receipt printer</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
