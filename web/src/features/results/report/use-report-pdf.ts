import { readReportPdf } from '#contract/reports.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../screen/use-call.ts'
import { usePdf } from '../../../screen/use-pdf.ts'
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
  const pdf = usePdf(
    ({ version, paper }: { version: number; paper: 'page' | 'thermal' }) =>
      call(readReportPdf, { params: { id }, query: { version, purpose: 'print', paper } }),
    ({ version }) => nameOf(reference, version),
  )
  return {
    ...pdf,
    print: (version: number, paper: 'page' | 'thermal' = 'page') => pdf.open({ version, paper }),
  }
}
