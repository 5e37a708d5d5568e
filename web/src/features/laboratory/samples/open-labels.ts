import { type labelFormats, printLabels } from '#contract/bench.ts'
import { call } from '../../../api/client.ts'
import { openPdf } from '../../../ui/open-pdf.ts'

export type LabelFormat = (typeof labelFormats)[number]

/** Shows labels as a PDF in `tab`, which the caller opened on a click. */
export const openLabels = (
  accessions: readonly string[],
  format: LabelFormat,
  tab: Window | null,
): Promise<void> =>
  openPdf(tab, 'labels.pdf', () => call(printLabels, { query: { accessions: accessions.join(','), format } }))
