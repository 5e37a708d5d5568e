/** Bytes of an entry: its position, then the digest of its content. */
const positionBytes = 8
const entryBytes = 40

export type Difference =
  | { kind: 'removed'; position: number }
  | { kind: 'altered' | 'added'; position: number; content: Buffer }

/** The first entry that differs between the chained and the present digests; null if they are equal. */
export function findDifference(chained: Buffer, found: Buffer): Difference | null {
  if (chained.equals(found)) return null
  for (let offset = 0; offset < Math.max(chained.length, found.length); offset += entryBytes) {
    const [was, is] = [entryAt(chained, offset), entryAt(found, offset)]
    if (was && (!is || was.position < is.position)) return { kind: 'removed', position: was.position }
    if (is && (!was || is.position < was.position)) return { kind: 'added', ...is }
    if (is && was && !is.content.equals(was.content)) return { kind: 'altered', ...is }
  }
  return null
}

function entryAt(entries: Buffer, offset: number): { position: number; content: Buffer } | null {
  if (offset + entryBytes > entries.length) return null
  return {
    position: Number(entries.readBigInt64BE(offset)),
    content: entries.subarray(offset + positionBytes, offset + entryBytes),
  }
}
