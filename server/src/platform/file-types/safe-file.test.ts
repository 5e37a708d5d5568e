import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { jpegFile, pdfFile, pngFile } from '../../../tests/sample-files.ts'
import { safeFile } from './safe-file.ts'

const faultOf = async (bytes: Uint8Array) => {
  const found = await safeFile(bytes)
  return 'fault' in found ? found.fault : null
}
const contentOf = async (bytes: Uint8Array) => {
  const found = await safeFile(bytes)
  if ('fault' in found) throw new Error(found.fault)
  return Buffer.from(found.content)
}

/** A PDF whose objects are in compressed streams, as current programs write it. */
async function compressed(change: (document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage([200, 200])
  change(document)
  return document.save({ useObjectStreams: true })
}

describe('a PDF', () => {
  it('a PDF without active content is kept byte for byte, compressed or not', async () => {
    const plain = await compressed(() => {})
    expect((await contentOf(plain)).equals(plain)).toBe(true)
    expect((await contentOf(pdfFile())).equals(pdfFile())).toBe(true)
    expect(await faultOf(pdfFile('/PageMode /UseNone /OpenAction [3 0 R /Fit]'))).toBeNull()
  })

  it.each([
    ['a script', { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }],
    ['a program to start', { S: 'Launch', F: PDFString.of('calc.exe') }],
    ['a web address', { S: 'URI', URI: PDFString.of('https://example.com') }],
    ['a form to send', { S: 'SubmitForm', F: PDFString.of('https://example.com') }],
    ['another document', { S: 'GoToR', F: PDFString.of('other.pdf') }],
  ])('a PDF with %s in a compressed stream is refused', async (_what, action) => {
    const file = await compressed(({ catalog, context }) =>
      catalog.set(PDFName.of('OpenAction'), context.register(context.obj(action))),
    )
    expect(await faultOf(file)).toBe(
      'This PDF has a script, a link, a form or another file in it. Print it to a plain PDF.',
    )
  })

  it('a PDF with an embedded file in a compressed stream is refused', async () => {
    const document = await PDFDocument.create()
    document.addPage([200, 200])
    await document.attach(Buffer.from('MZ'), 'tool.exe')
    expect(await faultOf(await document.save())).toMatch(/another file/)
  })

  it.each([
    '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
    '/OpenAction << /S /J#61vaScript >>',
    '/AA << /O << /S /Launch /F (calc.exe) >> >>',
    '/Names << /EmbeddedFiles << >> >>',
    '/AcroForm << /XFA [] >>',
  ])('a PDF with %s is refused, also if names are encoded', async (part) => {
    expect(await faultOf(pdfFile(part))).toMatch(/script, a link, a form or another file/)
  })

  it('a PDF is accepted if the names of active content occur only in picture data', async () => {
    expect(await faultOf(pdfFile('', 'x /JavaScript /JS y'))).toBeNull()
  })
})

describe('a picture', () => {
  it('a picture is re-encoded without comments', async () => {
    const anew = await contentOf(pngFile('5 High Street, Accra'))
    expect(anew.includes('5 High Street')).toBe(false)
    expect(await new Transformer(anew).metadata()).toMatchObject({ width: 4, height: 1, format: 'png' })
  })

  it('a photo from a phone is turned upright and loses its location', async () => {
    const pixels = new Uint8ClampedArray(16 * 8 * 4).fill(200)
    const lying = await Transformer.fromRgbaPixels(pixels, 16, 8).jpeg(90)
    // An Exif segment with the orientation "rotated to the right" and a text that no picture needs.
    const tags = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tags, Buffer.from('5.6037N 0.1870W')])
    const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2])
    const anew = await contentOf(Buffer.concat([head, exif, lying.subarray(2)]))
    expect(anew.includes('5.6037N')).toBe(false)
    expect(await new Transformer(anew).metadata()).toMatchObject({ width: 8, height: 16, format: 'jpeg' })
  })

  it('a picture that cannot be decoded is refused, even if its structure is complete', async () => {
    const file = jpegFile()
    // The frame says another size than the scan has.
    const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
    file.writeUInt8(7, frame + 4)
    expect(await faultOf(file)).toBe('This JPEG is damaged.')
  })
})
