import type { AttachmentType } from '#contract/attachments.ts'
import { jpegFault } from './jpeg.ts'
import { pdfFault } from './pdf.ts'
import { pngFault } from './png.ts'

export type FoundType = { type: AttachmentType } | { fault: string }

/**
 * The type of a file by its content; name and declared type are ignored. The file must be complete from its first to its
 * last byte, so that no other content is hidden before or after it.
 */
export function findType(bytes: Uint8Array): FoundType {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length === 0) return { fault: 'The file is empty.' }
  const found = startOf(file)
  if (!found) return { fault: 'This is no PDF, PNG or JPEG. What counts is the content, not the name.' }
  const fault = markupAhead(file) ? 'There is a web page in this file.' : found.check(file)
  return fault === null ? { type: found.type } : { fault }
}

const kinds = [
  { type: 'application/pdf', check: pdfFault, start: /^%PDF-[12]\.\d/ },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the signature holds some on purpose.
  { type: 'image/png', check: pngFault, start: /^\x89PNG\r\n\x1a\n/ },
  { type: 'image/jpeg', check: jpegFault, start: /^\xff\xd8\xff/ },
] as const

const startOf = (file: Buffer) => kinds.find(({ start }) => start.test(file.toString('latin1', 0, 16)))

/** Whether HTML or SVG is at the start, where browsers that sniff content look for it. */
const markupAhead = (file: Buffer) =>
  /<(!doctype|html|head|body|script|iframe|svg)[\s>]/i.test(file.toString('latin1', 0, 1500))
