/**
 * The reason why this is not a complete PDF; null if the last cross-reference is at its stated position and the file ends with the end
 * marker. `activePart` checks the content.
 */
export function pdfFault(file: Buffer): string | null {
  const tail = file.toString('latin1', Math.max(0, file.length - 1500))
  const end = /startxref\s{1,4}(\d{1,10})\s{1,4}%%EOF\s*$/.exec(tail)
  if (!end) {
    return tail.includes('%%EOF')
      ? 'There is more in this file after the end of the PDF.'
      : 'This PDF is cut off: its end is missing.'
  }
  const at = Number(end[1])
  const target = file.toString('latin1', at, at + 60)
  const isThere = at < file.length && /^\s{0,4}(xref\s|\d{1,10} \d{1,5} obj)/.test(target)
  return isThere ? null : 'This PDF is damaged.'
}
