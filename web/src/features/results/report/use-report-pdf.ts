import { useMutation } from '@tanstack/react-query'
import { readReportPdf } from '#contract/reports.ts'
import { call } from '../../../api/client.ts'
import { savePdf } from './save-pdf.ts'

/** Fetches a version of a visit's report with the session and gives it to the person as a file. */
export function useReportPdf(id: string, reference: string) {
  return useMutation({
    mutationFn: async (version: number) =>
      savePdf(
        await call(readReportPdf, { params: { id }, query: { version } }),
        `results-${reference}-${version}.pdf`,
      ),
  })
}
