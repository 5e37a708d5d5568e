import { saveFile } from './save-file.ts'

/**
 * Shows the PDF from a call in `tab`, where the person can print it. The tab must be opened on the click, because browsers
 * block tabs that are opened later. Without a tab the PDF is saved as a file. The tab is closed when the call fails.
 */
export async function openPdf(
  tab: Window | null,
  name: string,
  fetchPdf: () => Promise<unknown>,
): Promise<void> {
  try {
    const pdf = await fetchPdf()
    if (!(pdf instanceof Blob)) throw new Error('The answer is not a PDF')
    if (tab) showIn(tab, pdf)
    else saveFile(pdf, name)
  } catch (error) {
    tab?.close()
    throw error
  }
}

function showIn(tab: Window, pdf: Blob): void {
  const url = URL.createObjectURL(pdf)
  tab.location.href = url
  // A minute is long enough for the browser to read it, even from a slow disk.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
