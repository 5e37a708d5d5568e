import { crc32, deflateSync } from 'node:zlib'

/** Small complete files of the types that can be attached. */

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of one grey pixel; `text` goes into a comment, so that files can differ and grow. */
export function pngFile(text: string | Buffer = ''): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.concat([Buffer.from('Comment\0', 'latin1'), Buffer.from(text)])),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (marker: number, data: readonly number[]) =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data])

/** A JPEG of one grey pixel: tables, frame, a scan with a stuffed byte and a restart marker in it. */
export function jpegFile(): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]),
    segment(0xc4, [0, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    Buffer.from([0x3f, 0xff, 0x00, 0x12, 0xff, 0xd0, 0x3f]),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A PDF of one empty page; `extra` goes into its catalogue, `stream` into a stream of its own. */
export function pdfFile(extra = '', stream = 'q Q'): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${extra} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  text += `xref\n0 5\n0000000000 65535 f \n${table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
