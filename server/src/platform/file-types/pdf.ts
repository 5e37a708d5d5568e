/**
 * Why this is no whole PDF, or one that does more than show pages; null when it is sound. The last cross-reference must be
 * where the file says, and the end marker must end it. Objects inside compressed streams are not looked into: the file is
 * only ever given out to be saved, never run.
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
  if (at >= file.length || !/^\s{0,4}(xref\s|\d{1,10} \d{1,5} obj)/.test(target))
    return 'This PDF is damaged.'
  const outside = withoutStreams(file.toString('latin1')).replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return active.test(outside)
    ? 'This PDF holds a script, a form or another file. Print it to a plain PDF.'
    : null
}

/** Names of what runs, sends, opens or carries something (ISO 32000-1, 7.11.4, 12.6.4, 12.7). */
const active =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE)(?![A-Za-z0-9])/

/** Removes streams, whose compressed bytes contain any letters by chance. Linear in the length of the file. */
function withoutStreams(text: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf('stream', at)
    const end = start < 0 ? -1 : text.indexOf('endstream', start)
    if (end < 0) return parts.join(' ') + text.slice(at)
    parts.push(text.slice(at, start))
    at = end + 'endstream'.length
  }
}
