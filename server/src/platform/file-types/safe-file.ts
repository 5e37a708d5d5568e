import { Transformer } from '@napi-rs/image'
import { type AttachmentType, largestAttachment } from '#contract/attachments.ts'
import { findType } from './file-type.ts'

/** A file without active content, or the reason to refuse it. */
export type SafeFile = { type: AttachmentType; content: Uint8Array } | { fault: string }

/**
 * Finds the type of a file by its content. Pictures are turned upright and re-encoded from their pixels, so that no location, no comments
 * and no hidden data remain. PDFs are not changed, since they may be signed; they are refused if they have active content. Slow: runs in a
 * thread of its own.
 */
export async function safeFile(bytes: Uint8Array): Promise<SafeFile> {
  const found = findType(bytes)
  if ('fault' in found) return found
  const { type } = found
  if (type === 'application/pdf') {
    // Loaded for PDFs alone: the parser takes a third of a second.
    const { activePart } = await import('./pdf-content.ts')
    const fault = await activePart(bytes)
    return fault === null ? { type, content: bytes } : { fault }
  }
  try {
    const picture = new Transformer(bytes).rotate()
    const content = type === 'image/png' ? await picture.png() : await picture.jpeg(90)
    return content.length > largestAttachment
      ? { fault: 'This picture is too large: save it with fewer pixels.' }
      : { type, content }
  } catch {
    return { fault: `This ${type === 'image/png' ? 'PNG' : 'JPEG'} is damaged.` }
  }
}
