import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jpegFile, pdfFile, pngFile } from '../../../tests/sample-files.ts'
import { findType } from './file-type.ts'

const whole = [
  ['application/pdf', pdfFile()],
  ['image/png', pngFile('a comment')],
  ['image/jpeg', jpegFile()],
] as const
const faultOf = (bytes: Uint8Array) => {
  const found = findType(bytes)
  return 'fault' in found ? found.fault : null
}

describe('the type of a file', () => {
  it.each(whole)('the type is %s for a complete file', (type, file) => {
    expect(findType(file)).toEqual({ type })
  })

  it.each(whole)('a truncated %s is refused, wherever it is truncated', (_type, file) => {
    // The line break after the end mark is optional in a PDF.
    const needed = file.toString('latin1').trimEnd().length
    fc.assert(
      fc.property(fc.integer({ min: 0, max: needed - 1 }), (length) => {
        expect(faultOf(file.subarray(0, length))).not.toBeNull()
      }),
    )
  })

  it.each(whole)('a %s with data after its end is refused', (_type, file) => {
    for (const more of ['<html><script>alert(1)</script>', 'PK\x03\x04', '<svg xmlns="x"/>', 'x', '\x01']) {
      expect(faultOf(Buffer.concat([file, Buffer.from(more, 'latin1')]))).not.toBeNull()
    }
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (more) => {
        fc.pre([...more].some((byte) => ![0, 9, 10, 11, 12, 13, 32, 160].includes(byte)))
        expect(faultOf(Buffer.concat([file, more]))).not.toBeNull()
      }),
    )
  })

  it.each(whole)('a %s with data before its start is refused', (_type, file) => {
    for (const before of ['<html>', ' ', '\xef\xbb\xbf', 'GIF89a']) {
      expect(faultOf(Buffer.concat([Buffer.from(before, 'latin1'), file]))).toMatch(/no PDF, PNG or JPEG/)
    }
  })

  it('HTML, SVG, archives, programs and noise are refused as files', () => {
    const others = [
      '<!doctype html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '<?xml version="1.0"?><svg/>',
      'GIF89a\x01\x00\x01\x00',
      'PK\x03\x04',
      'MZ\x90\x00',
      '%!PS-Adobe-3.0',
      '%PDF-1.4\n<html><script>alert(1)</script>\n%%EOF',
      '%PDF-1.4\nstartxref\n9\n%%EOF',
      '\x89PNG\r\n\x1a\n<html>',
      '\xff\xd8\xff<html>\xff\xd9',
      '\xff\xd8\xff\xd9',
    ]
    for (const text of others) expect(faultOf(Buffer.from(text, 'latin1')), text).not.toBeNull()
    expect(faultOf(new Uint8Array())).toBe('The file is empty.')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(faultOf(bytes)).not.toBeNull()
      }),
    )
  })

  it('a picture with HTML at its start is refused', () => {
    expect(faultOf(pngFile('<script>alert(1)</script>'))).toBe('There is a web page in this file.')
    expect(faultOf(pdfFile('/Title (<html>)'))).toBe('There is a web page in this file.')
  })

  it('a PNG with wrong checksums is refused', () => {
    const file = pngFile()
    for (const at of [20, 45, file.length - 20]) {
      const broken = Buffer.from(file)
      broken[at] = (broken[at] ?? 0) ^ 1
      expect(faultOf(broken)).not.toBeNull()
    }
  })

  it('a JPEG may have a smaller picture appended, but no video', () => {
    expect(findType(Buffer.concat([jpegFile(), jpegFile()]))).toEqual({ type: 'image/jpeg' })
    expect(findType(Buffer.concat([jpegFile(), Buffer.alloc(16)]))).toEqual({ type: 'image/jpeg' })
    expect(faultOf(Buffer.concat([jpegFile(), Buffer.from('....ftypmp42')]))).toMatch(/a video for example/)
  })
})
