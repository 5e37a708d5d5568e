import { readReportPdf } from '#contract/reports.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../screen/use-call.ts'
import { openPdf } from '../../../ui/open-pdf.ts'
import { savePdf } from './save-pdf.ts'

const nameOf = (reference: string, version: number) => `results-${reference}-${version}.pdf`

/** Fetches a version of a visit's report with the session and gives it to the person as a file. */
export function useReportPdf(id: string, reference: string) {
  return useCall(
    async (version: number) =>
      savePdf(await call(readReportPdf, { params: { id }, query: { version } }), nameOf(reference, version)),
    { says: false },
  )
}

/** The same PDF to be printed, which is recorded as a print. It is shown in a tab opened on the click. */
export function useReportPrint(id: string, reference: string) {
  const print = useCall(
    ({ version, tab, paper }: { version: number; tab: Window | null; paper: 'page' | 'thermal' }) =>
      openPdf(tab, nameOf(reference, version), () =>
        call(readReportPdf, { params: { id }, query: { version, purpose: 'print', paper } }),
      ),
    { says: false },
  )
  return {
    ...print,
    print: (version: number, paper: 'page' | 'thermal' = 'page') =>
      print.mutate({ version, paper, tab: window.open('', '_blank') }),
  }
}
