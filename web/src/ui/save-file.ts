/** Gives the person a file to save; it is never opened in the page. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  Object.assign(link, { href: url, download: name }).click()
  // Long enough for the browser to read it; nothing of it stays behind in the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
