import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { listResultLinks, printResultSlip } from '#contract/result-links.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { keyOf } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { PrinterIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { openPdf } from '../../../ui/open-pdf.ts'

type Paper = BodyInput<typeof printResultSlip>['paper']

/** Prints a collection slip, on the roll of a receipt printer or on A4. */
export function PrintSlip({ visitId, whyNot }: { visitId: string; whyNot: string | null }) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const print = useMutation<void, ApiError, { paper: Paper; tab: Window | null }>({
    mutationFn: ({ paper, tab }) =>
      openPdf(tab, 'slip.pdf', () => call(printResultSlip, { params: { id: visitId }, body: { paper } })),
    onSuccess: () => setOpen(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listResultLinks) }),
  })
  const on = (paper: Paper) => print.mutate({ paper, tab: window.open('', '_blank') })
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
        Print a slip
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Print a collection slip">
        <p>
          The slip has a QR code and a code, and names neither the patient nor a test. It can be given before
          the results are there. A new slip ends the earlier one.
        </p>
        {print.error && (
          <Notice kind="error" role="alert">
            <p>The slip was not printed. {print.error.message}</p>
          </Notice>
        )}
        <DialogActions>
          <Button pending={print.isPending} onClick={() => on('a4')}>
            On A4
          </Button>
          <Button
            variant="primary"
            pending={print.isPending}
            onClick={() => on('thermal')}
            data-first-focus=""
          >
            On the receipt printer
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
