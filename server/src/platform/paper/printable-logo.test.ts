import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { jpegFile } from '../../../tests/sample-files.ts'
import { printableLogo } from './printable-logo.ts'

/** A picture of one colour, its left half transparent. */
function half(width: number, height: number, color: readonly [number, number, number]): PNG {
  const picture = new PNG({ width, height })
  for (let at = 0; at < picture.data.length; at += 4) {
    picture.data.set([...color, (at / 4) % width < width / 2 ? 0 : 255], at)
  }
  return picture
}

const png = (content: Buffer) => printableLogo({ type: 'image/png', content })
const jpeg = (content: Buffer) => printableLogo({ type: 'image/jpeg', content })

async function printOf(made: ReturnType<typeof printableLogo>): Promise<Buffer> {
  const printable = await made
  if ('fault' in printable) throw new Error(printable.fault)
  return printable.print
}

describe('a PNG', () => {
  it('a PNG is printed on white, without transparency, at the size of the print', async () => {
    const print = await printOf(png(PNG.sync.write(half(1760, 320, [10, 100, 200]))))
    expect(print.readUInt8(25), 'colour type').toBe(2)
    const { width, height, data } = PNG.sync.read(print)
    expect([width, height]).toEqual([440, 80])
    expect([...data.subarray(0, 4)]).toEqual([255, 255, 255, 255])
    expect([...data.subarray(439 * 4, 440 * 4)]).toEqual([10, 100, 200, 255])
  })

  it('a PNG of any kind is not enlarged', async () => {
    const small = half(20, 10, [200, 0, 0])
    for (const options of [
      {},
      { bitDepth: 16 },
      { colorType: 0 },
      { colorType: 4 },
      { colorType: 2, bitDepth: 16 },
    ] as const) {
      const { width, height } = PNG.sync.read(await printOf(png(PNG.sync.write(small, options))))
      expect([width, height], JSON.stringify(options)).toEqual([20, 10])
    }
  })

  it('a PNG is refused if its pixel data is damaged or it is too large', async () => {
    const file = PNG.sync.write(half(20, 10, [0, 0, 0]))
    const broken = Buffer.from(file)
    broken.fill(0, file.indexOf('IDAT') + 6, file.indexOf('IDAT') + 20)
    expect(await png(broken)).toEqual({ fault: 'This PNG is damaged.' })
    const huge = Buffer.from(file)
    huge.writeUInt32BE(60_000, 16)
    expect(await png(huge)).toEqual({ fault: 'A logo has at most 2000 by 2000 pixels.' })
  })
})

describe('a JPEG', () => {
  it('a JPEG is printed unchanged', async () => {
    expect((await printOf(jpeg(jpegFile()))).equals(jpegFile())).toBe(true)
  })

  it('a JPEG in CMYK or without a frame is refused', async () => {
    const frame = jpegFile().indexOf(Buffer.from([0xff, 0xc0]))
    const pressed = Buffer.from(jpegFile())
    pressed.writeUInt8(4, frame + 9)
    expect(await jpeg(pressed)).toEqual({ fault: expect.stringContaining('CMYK') })
    expect(await jpeg(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toEqual({ fault: 'This JPEG is damaged.' })
  })
})
