import { useMutation } from '@tanstack/react-query'
import { readReportPdf } from '#contract/reports.ts'
import { call } from '../../../api/client.ts'
import { openPdf } from '../../../ui/open-pdf.ts'
import { savePdf } from './save-pdf.ts'

const nameOf = (reference: string, version: number) => `results-${reference}-${version}.pdf`

/** Fetches a version of a visit's report with the session and gives it to the person as a file. */
export function useReportPdf(id: string, reference: string) {
  return useMutation({
    mutationFn: async (version: number) =>
      savePdf(await call(readReportPdf, { params: { id }, query: { version } }), nameOf(reference, version)),
  })
}

/** The same PDF to be printed, which is recorded as a print. It is shown in a tab opened on the click. */
export function useReportPrint(id: string, reference: string) {
  const print = useMutation({
    mutationFn: ({
      version,
      tab,
      paper,
    }: {
      version: number
      tab: Window | null
      paper: 'page' | 'thermal'
    }) =>
      openPdf(tab, nameOf(reference, version), () =>
        call(readReportPdf, { params: { id }, query: { version, purpose: 'print', paper } }),
      ),
  })
  return {
    ...print,
    print: (version: number, paper: 'page' | 'thermal' = 'page') =>
      print.mutate({ version, paper, tab: window.open('', '_blank') }),
  }
}
