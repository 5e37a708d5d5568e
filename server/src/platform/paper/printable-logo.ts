import { PNG } from 'pngjs'
import { drawLogo, openLogo } from './logo.ts'
import { firstPage, openPaper } from './open-paper.ts'

/**
 * The printed size in pixels, about 300 to the inch for a logo and 200 for a page, and the largest width and height that a picture may
 * have, which bounds the time of decoding.
 */
const sizes = {
  logo: { width: 440, height: 160, most: 2000 },
  page: { width: 1400, height: 1800, most: 4000 },
} as const
export type PrintSize = keyof typeof sizes

/** Without a size it is a logo. */
export type Logo = { type: string; content: Buffer; size?: PrintSize }
export type Printable = { print: Buffer } | { fault: string }

/**
 * Converts a complete PNG or JPEG for documents: a PNG without transparency at the size of the print, or the unchanged JPEG. It
 * is drawn once as a check, so that no report fails because of it.
 */
export async function printableLogo({ type, content, size = 'logo' }: Logo): Promise<Printable> {
  const prepared = type === 'image/png' ? opaquePng(content, size) : plainJpeg(content, size)
  if ('fault' in prepared) return prepared
  try {
    const { document, done } = openPaper({ title: 'Logo', author: 'Logo', at: new Date(0) })
    firstPage(document)
    drawLogo(document, openLogo(document, prepared.print))
    document.end()
    await done
    return prepared
  } catch {
    return { fault: 'This picture is damaged: it cannot be printed.' }
  }
}

const tooLarge = (size: PrintSize) => ({
  fault: `${size === 'logo' ? 'A logo' : 'A picture'} has at most ${sizes[size].most} by ${sizes[size].most} pixels.`,
})

function opaquePng(content: Buffer, size: PrintSize): Printable {
  if (Math.max(content.readUInt32BE(16), content.readUInt32BE(20)) > sizes[size].most) return tooLarge(size)
  try {
    const small = shrunk(PNG.sync.read(content), sizes[size])
    return { print: PNG.sync.write(small, { colorType: 2, inputHasAlpha: true, deflateLevel: 9 }) }
  } catch {
    return { fault: 'This PNG is damaged.' }
  }
}

/** Scales down on white; each pixel is the mean of the pixels that it replaces. */
function shrunk({ width, height, data }: PNG, printed: { width: number; height: number }): PNG {
  const scale = Math.min(1, printed.width / width, printed.height / height)
  const small = new PNG({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  })
  const edges = (count: number, of: number) =>
    Array.from({ length: count + 1 }, (_, index) => Math.floor((index * of) / count))
  const columns = edges(small.width, width)
  const rows = edges(small.height, height)
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const [left = 0, right = width] = columns.slice(x, x + 2)
      const [top = 0, bottom = height] = rows.slice(y, y + 2)
      const mean = meanOnWhite(data, width, { left, right, top, bottom })
      small.data.set([...mean, 255], (y * small.width + x) * 4)
    }
  }
  return small
}

type Box = { left: number; right: number; top: number; bottom: number }

function meanOnWhite(data: Buffer, width: number, { left, right, top, bottom }: Box): number[] {
  const sum = [0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
      const opacity = (data[at + 3] ?? 255) / 255
      for (let part = 0; part < 3; part++) {
        sum[part] = (sum[part] ?? 0) + 255 + ((data[at + part] ?? 255) - 255) * opacity
      }
    }
  }
  const pixels = (right - left) * (bottom - top)
  return sum.map((value) => Math.round(value / pixels))
}

/** Accepts eight bits of grey or RGB; PDF/A does not allow CMYK here. */
function plainJpeg(content: Buffer, size: PrintSize): Printable {
  const frame = frameOf(content)
  if (!frame) return { fault: 'This JPEG is damaged.' }
  if (Math.max(frame.width, frame.height) > sizes[size].most) return tooLarge(size)
  if (frame.bits !== 8 || ![1, 3].includes(frame.parts)) {
    return { fault: 'This JPEG is made for printing presses (CMYK): save it in RGB.' }
  }
  return { print: content }
}

function frameOf(content: Buffer) {
  let at = 2
  while (at + 10 <= content.length && content[at] === 0xff) {
    const marker = content[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return {
        bits: content.readUInt8(at + 4),
        height: content.readUInt16BE(at + 5),
        width: content.readUInt16BE(at + 7),
        parts: content.readUInt8(at + 9),
      }
    }
    at += 2 + content.readUInt16BE(at + 2)
  }
  return null
}
