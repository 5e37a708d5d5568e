import { createHash } from 'node:crypto'
import { Refusal } from '#server/platform/errors.ts'
import { findType } from '#server/platform/file-types/file-type.ts'
import { checkLogo } from '#server/platform/paper/check-logo.ts'
import type { PrintSize } from '#server/platform/paper/printable-logo.ts'

/** A picture as reports print it, by the hash of the printed bytes. Refuses what is no PNG or JPEG or cannot be printed. */
export async function printablePicture(
  bytes: Uint8Array,
  size: PrintSize = 'logo',
): Promise<{ sha256: Buffer; print: Buffer }> {
  const found = findType(bytes)
  if ('fault' in found) throw new Refusal('unsupported_type', found.fault)
  if (!found.type.startsWith('image/')) throw new Refusal('unsupported_type', 'Choose a PNG or JPEG picture.')
  const printable = await checkLogo({ type: found.type, content: Buffer.from(bytes), size })
  if ('fault' in printable) throw new Refusal('unsupported_type', printable.fault)
  return { sha256: createHash('sha256').update(printable.print).digest(), print: printable.print }
}
