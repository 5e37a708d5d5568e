/** Gives the person a PDF that a call answered with, as a file. */
export function savePdf(answer: unknown, name: string): void {
  if (!(answer instanceof Blob)) throw new Error('The report is no PDF')
  const url = URL.createObjectURL(answer)
  const link = document.createElement('a')
  Object.assign(link, { href: url, download: name }).click()
  // Long enough for the browser to read it; nothing of it stays behind in the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
