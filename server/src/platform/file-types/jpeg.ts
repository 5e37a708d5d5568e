const mostPixels = 200_000_000
const cutOff = 'This JPEG is cut off: its end is missing.'

/**
 * Why this is no whole JPEG; null when it is: segments from start to end marker with a frame and a scan. Phones append
 * further pictures, a small one for example (Multi-Picture Format): each of them must be whole as well, and then nothing.
 */
export function jpegFault(file: Buffer): string | null {
  let at = 0
  while (at < file.length) {
    if (at > 0 && file.readUInt16BE(Math.min(at, file.length - 2)) !== 0xffd8) {
      return 'There is more in this file after the end of the JPEG, a video for example. Send the picture alone.'
    }
    const end = pictureEnd(file, at)
    if (typeof end === 'string') return end
    at = end
    // Some cameras pad with zeros.
    while (file[at] === 0) at++
  }
  return null
}

/** Where the picture that starts at `start` ends, or what is wrong with it. */
function pictureEnd(file: Buffer, start: number): number | string {
  let at = start + 2
  let hasFrame = false
  let hasScan = false
  while (at + 2 <= file.length) {
    if (file[at] !== 0xff) return 'This JPEG is damaged.'
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) return hasFrame && hasScan ? at + 2 : 'This JPEG holds no picture.'
    // Nothing of ours, and no start of another picture, stands without a length here.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) return 'This JPEG is damaged.'
    if (at + 4 > file.length) return cutOff
    const length = file.readUInt16BE(at + 2)
    if (length < 2 || at + 2 + length > file.length) return cutOff
    if (isFrame(marker)) {
      if (hasFrame || length < 8) return 'This JPEG is damaged.'
      const pixels = file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7)
      if (pixels === 0) return 'This JPEG holds no picture.'
      if (pixels > mostPixels) return 'This picture is too large: at most 200 megapixels.'
      hasFrame = true
    }
    at += 2 + length
    if (marker === 0xda) {
      hasScan = true
      at = scanEnd(file, at)
    }
  }
  return cutOff
}

/** Frames of all kinds; C4, C8 and CC in their midst are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Where coded data ends: at the first marker that is neither a stuffed byte nor a restart. */
function scanEnd(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from)
  while (at >= 0 && at + 1 < file.length) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
    at = file.indexOf(0xff, at + 2)
  }
  return file.length
}
