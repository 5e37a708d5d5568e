import { useMutation } from '@tanstack/react-query'
import { readReportPdf } from '#contract/reports.ts'
import { call } from '../../api/client.ts'

/** Fetches a version of a visit's report with the session and gives it to the person as a file. */
export function useReportPdf(id: string, reference: string) {
  return useMutation({
    mutationFn: async (version: number) => {
      const pdf = await call(readReportPdf, { params: { id }, query: { version } })
      if (!(pdf instanceof Blob)) throw new Error('The report is no PDF')
      const url = URL.createObjectURL(pdf)
      const link = document.createElement('a')
      Object.assign(link, { href: url, download: `results-${reference}-${version}.pdf` }).click()
      // Long enough for the browser to read it; nothing of it stays behind in the page.
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
  })
}
