import { useMutation } from '@tanstack/react-query'
import { type labelFormats, printLabels } from '#contract/bench.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { KeyButton } from '../../ui/key-button.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './print-labels.module.css'

type Format = (typeof labelFormats)[number]

/** Opens the labels as a PDF, for a label printer or on a sheet. */
export function PrintLabels({ accessions }: { accessions: readonly string[] }) {
  const print = useMutation({
    mutationFn: async ({ format, tab }: { format: Format; tab: Window | null }) => {
      const pdf = await call(printLabels, { query: { accessions: accessions.join(','), format } })
      if (!(pdf instanceof Blob)) throw new Error('The labels are no PDF')
      show(pdf, tab)
    },
    onError: (error, { tab }) => {
      tab?.close()
      toast('error', error.message)
    },
  })
  // The tab is opened by the press itself: browsers stop those that come later.
  const open = (format: Format) => print.mutate({ format, tab: window.open('', '_blank') })
  return (
    <div className={css.print}>
      <KeyButton shortcut="L" pending={print.isPending} onPress={() => open('label')}>
        Print labels
      </KeyButton>
      <Button disabled={print.isPending} onClick={() => open('a4')}>
        Print on an A4 sheet
      </Button>
    </div>
  )
}

/** In the tab that waits for it, or as a file where there is none. */
function show(pdf: Blob, tab: Window | null): void {
  const url = URL.createObjectURL(pdf)
  if (tab) tab.location.href = url
  else Object.assign(document.createElement('a'), { href: url, download: 'labels.pdf' }).click()
  // Long enough for the browser to read it, also from a slow disk.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
