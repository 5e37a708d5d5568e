import { createHash } from 'node:crypto'
import type { AttachmentType } from '#contract/attachments.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { Limit } from '../limits.ts'
import { requireClean } from '../virus-scan.ts'
import { checkFile } from './check-file.ts'
import { cleanName } from './file-name.ts'

/** A file as it is stored: pictures are re-encoded, and the name has the extension of the type. */
export type GivenFile = { name: string; type: AttachmentType; content: Buffer; sha256: Buffer }

/** Checking a file can take several seconds of processor time. */
export const filesOfPerson: Limit = { name: 'files of person', burst: 240, perSeconds: 3600 }

/**
 * Checks an uploaded PDF, PNG or JPEG by its content. Refuses with `unsupported_type`, `too_large` or `busy`.
 */
export async function checkGivenFile(
  context: Pick<Context, 'config' | 'log'>,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<GivenFile> {
  await requireClean(context, bytes)
  const checked = await checkFile(bytes)
  if ('fault' in checked) throw new Refusal('unsupported_type', checked.fault)
  const content = Buffer.from(checked.content)
  return {
    name: cleanName(name, checked.type),
    type: checked.type,
    content,
    sha256: createHash('sha256').update(content).digest(),
  }
}

/** Decodes a percent-encoded file name from a header. */
export function decodedName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
