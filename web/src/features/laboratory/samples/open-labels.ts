import { type labelFormats, printLabels } from '#contract/bench.ts'
import { call } from '../../../api/client.ts'

export type LabelFormat = (typeof labelFormats)[number]

/**
 * Labels as a PDF, in a tab that a press has opened (browsers stop those that come later), or as a file where there is
 * none. The tab is closed again when there is nothing to show.
 */
export async function openLabels(
  accessions: readonly string[],
  format: LabelFormat,
  tab: Window | null,
): Promise<void> {
  try {
    const pdf = await call(printLabels, { query: { accessions: accessions.join(','), format } })
    if (!(pdf instanceof Blob)) throw new Error('The labels are no PDF')
    show(pdf, tab)
  } catch (error) {
    tab?.close()
    throw error
  }
}

function show(pdf: Blob, tab: Window | null): void {
  const url = URL.createObjectURL(pdf)
  if (tab) tab.location.href = url
  else Object.assign(document.createElement('a'), { href: url, download: 'labels.pdf' }).click()
  // Long enough for the browser to read it, also from a slow disk.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
