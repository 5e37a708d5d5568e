/** Names of the segments of the write-ahead log, as PostgreSQL forms them: timeline, and number of 16 MB. */

export const segmentBytes = 16n * 1024n * 1024n
const perFile = 0x1_0000_0000n / segmentBytes

const hex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0')

export function segmentName(timeline: number, lsn: bigint): string {
  const number = lsn / segmentBytes
  return hex(timeline) + hex(number / perFile) + hex(number % perFile)
}

export const timelineOf = (segment: string): number => Number.parseInt(segment.slice(0, 8), 16)

/** The position at which a segment begins. */
export const beginningOf = (segment: string): bigint =>
  (BigInt(`0x${segment.slice(8, 16)}`) * perFile + BigInt(`0x${segment.slice(16, 24)}`)) * segmentBytes
