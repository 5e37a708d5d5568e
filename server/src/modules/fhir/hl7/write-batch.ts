import type { ConnectionRow } from './queries-connections.ts'
import { said, segment, stamp } from './write-segment.ts'

/** A batch file with these messages: FHS, BHS, the messages, BTS, FTS. */
export function batchFile(
  { application, facility, encoding }: ConnectionRow,
  { id, name, now }: { id: string; name: string; now: Date },
  messages: readonly Buffer[],
): Buffer {
  const head = { 1: '^~\\&', 2: 'PHIAL', 4: said(application), 5: said(facility), 6: stamp(now) }
  const before = [segment('FHS', { ...head, 8: said(name), 10: id }), segment('BHS', { ...head, 10: id })]
  const after = [segment('BTS', { 1: messages.length }), segment('FTS', { 1: 1 })]
  const text = (lines: readonly string[]) => Buffer.from(`${lines.join('\r')}\r`, encoding)
  return Buffer.concat([text(before), ...messages, text(after)])
}
