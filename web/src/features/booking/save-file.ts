/** Gives a text to the person as a file, as if a link to it had been pressed. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the address only after the press has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
