import { crc32 } from 'node:zlib'

const mostPixels = 200_000_000
/** Bits that each colour type may have for one sample (PNG, third edition, table 12). */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** Why this is no whole PNG; null when it is: chunks with right checksums from the header to the end, and nothing after it. */
export function pngFault(file: Buffer): string | null {
  let at = 8
  let hasPicture = false
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > file.length) break
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return 'This PNG is damaged.'
    const isFirst = at === 8
    if (isFirst !== (name === 'IHDR')) return 'This PNG is damaged.'
    if (isFirst) {
      const fault = headerFault(file.subarray(at + 8, end - 4))
      if (fault !== null) return fault
    }
    if (name === 'IDAT') hasPicture = true
    if (name === 'IEND') {
      if (!hasPicture || length !== 0) return 'This PNG holds no picture.'
      return end === file.length ? null : 'There is more in this file after the end of the PNG.'
    }
    at = end
  }
  return 'This PNG is cut off: its end is missing.'
}

function headerFault(header: Buffer): string | null {
  if (header.length !== 13) return 'This PNG is damaged.'
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (width === 0 || height === 0) return 'This PNG holds no picture.'
  if (width * height > mostPixels) return 'This picture is too large: at most 200 megapixels.'
  const right = depths[header.readUInt8(9)]?.includes(header.readUInt8(8)) ?? false
  return right ? null : 'This PNG is damaged.'
}
