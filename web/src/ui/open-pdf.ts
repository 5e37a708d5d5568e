import { saveFile } from './save-file.ts'

/**
 * Shows the PDF that a call answers with, from where the person prints it, in a tab that a press has opened: browsers
 * stop tabs that open later. Where there is none it is saved as a file. The tab is closed again when nothing came.
 */
export async function openPdf(
  tab: Window | null,
  name: string,
  fetchPdf: () => Promise<unknown>,
): Promise<void> {
  try {
    const pdf = await fetchPdf()
    if (!(pdf instanceof Blob)) throw new Error('The answer is no PDF')
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
  // Long enough for the browser to read it, also from a slow disk.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
