import { invalid } from '#server/platform/errors.ts'

/** The largest number of messages of a batch file. */
export const mostInFile = 500

/**
 * The messages of a batch file (FHS, BHS, MSH …, BTS, FTS), or of a file with messages only. A file with other numbers than its trailers
 * say is refused as a whole: a part of it is missing.
 */
export function readBatch(bytes: Buffer): Buffer[] {
  const lines = bytes
    .toString('latin1')
    .replaceAll('\x0b', '\r')
    .replaceAll('\x1c', '\r')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
  const messages: string[][] = []
  let batches = 0
  let first = 0
  let open: 'BTS' | null = null
  let needsEnd = false
  for (const line of lines) {
    const type = line.slice(0, 3)
    const [, said = ''] = line.split(line[3] ?? '|')
    if (type === 'FHS') needsEnd = true
    else if (type === 'BHS') {
      requireComplete(open)
      open = 'BTS'
      batches++
      first = messages.length
    } else if (type === 'BTS') {
      requireCount(said, messages.length - first, 'BTS-1', 'messages')
      open = null
    } else if (type === 'FTS') {
      requireCount(said, batches, 'FTS-1', 'batches')
      needsEnd = false
    } else if (type === 'MSH') messages.push([line])
    else if (messages.length > 0) messages.at(-1)?.push(line)
    else throw refusedFile('The file does not begin with FHS, BHS or MSH')
  }
  requireComplete(open ?? (needsEnd ? 'FTS' : null))
  if (messages.length === 0) throw refusedFile('The file has no message')
  if (messages.length > mostInFile) throw refusedFile(`A file can have at most ${mostInFile} messages`)
  return messages.map((segments) => Buffer.from(`${segments.join('\r')}\r`, 'latin1'))
}

const refusedFile = (why: string) => invalid({ file: [why] })

function requireComplete(missing: 'BTS' | 'FTS' | null): void {
  if (missing !== null) throw refusedFile(`The file has no ${missing} segment: it is not complete`)
}

function requireCount(said: string, found: number, field: string, what: string): void {
  if (/^\d+$/.test(said.trim()) && Number(said) !== found)
    throw refusedFile(
      `${field} says ${Number(said)} ${what}, but there are ${found}: the file is not complete`,
    )
}
