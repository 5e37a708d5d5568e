import { createHash } from 'node:crypto'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { checkLogo } from '#server/platform/paper/check-logo.ts'
import type { PrintSize } from '#server/platform/paper/printable-logo.ts'
import { requireClean } from '#server/platform/virus-scan.ts'

/** Decoding and drawing a picture can take a second of processor time. */
const picturesOfPerson: Limit = { name: 'pictures of person', burst: 120, perSeconds: 3600 }

/** Re-encodes a picture, and makes the version that reports print. Refuses files other than PNG or JPEG, and pictures that cannot be printed. */
export async function checkedPicture(context: SignedIn, bytes: Uint8Array, size: PrintSize = 'logo') {
  await spend(context, picturesOfPerson, context.actor.accountId)
  await requireClean(context, bytes)
  const checked = await checkLogo(bytes, size)
  if ('fault' in checked) throw new Refusal('unsupported_type', checked.fault)
  return checked
}

/** A picture as reports print it, by the hash of the printed bytes. */
export async function printablePicture(
  context: SignedIn,
  bytes: Uint8Array,
  size: PrintSize = 'logo',
): Promise<{ sha256: Buffer; print: Buffer }> {
  const { print } = await checkedPicture(context, bytes, size)
  return { sha256: createHash('sha256').update(print).digest(), print }
}
