import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanName, saveAs } from './file-name.ts'

describe('names of attached files', () => {
  it('a file name gets the extension of its type and loses its path and invisible characters', () => {
    expect(cleanName('film.JPEG', 'image/jpeg')).toBe('film.jpg')
    expect(cleanName('../../etc/passwd', 'application/pdf')).toBe('passwd.pdf')
    expect(cleanName('C:\\scans\\print 1.pdf', 'application/pdf')).toBe('print 1.pdf')
    expect(cleanName('page.html', 'image/png')).toBe('page.html.png')
    expect(cleanName('invoice\u202Egpj.exe', 'image/png')).toBe('invoicegpj.exe.png')
    expect(cleanName('a\r\nSet-Cookie: x"y.png', 'image/png')).toBe('aSet-Cookie x y.png')
    expect(cleanName('...', 'image/png')).toBe('attachment.png')
    expect(cleanName('Ɔdehyeɛ Ŋmɛ.pdf', 'application/pdf')).toBe('Ɔdehyeɛ Ŋmɛ.pdf')
  })

  it('a file name has at most 120 characters and always fits into a header', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 })
    fc.assert(
      fc.property(units, (codes) => {
        const name = cleanName(String.fromCharCode(...codes), 'application/pdf')
        expect([...name].length).toBeLessThanOrEqual(120)
        expect(name).toMatch(/^[^.\s].*\.pdf$/)
        expect(saveAs(name)).toMatch(/^attachment; filename="[^"\\]+"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/)
      }),
    )
    expect(saveAs('Ɔ "1".pdf')).toBe(
      `attachment; filename="_ _1_.pdf"; filename*=UTF-8''%C6%86%20%221%22.pdf`,
    )
  })
})
