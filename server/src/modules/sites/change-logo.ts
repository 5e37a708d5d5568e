import { createHash } from 'node:crypto'
import { audit } from '#server/platform/audit.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { Refusal, required } from '#server/platform/errors.ts'
import { findType } from '#server/platform/file-types/file-type.ts'
import { checkLogo } from '#server/platform/paper/check-logo.ts'
import { deleteLogo, type Logo, readLogo, readLogoHash, writeLogo } from './queries-settings.ts'

/** The address contains the picture's hash, so that browsers may cache it for ever. */
export const logoAddress = (sha256: Buffer) => `/api/laboratory/logo?v=${sha256.toString('hex').slice(0, 16)}`

const subject = { kind: 'laboratory', id: 'laboratory' }

export async function updateLogo(context: SignedIn, bytes: Uint8Array) {
  const found = findType(bytes)
  if ('fault' in found) throw new Refusal('unsupported_type', found.fault)
  if (!found.type.startsWith('image/')) {
    throw new Refusal('unsupported_type', 'A logo is a PNG or JPEG picture.')
  }
  const content = Buffer.from(bytes)
  const printable = await checkLogo({ type: found.type, content })
  if ('fault' in printable) throw new Refusal('unsupported_type', printable.fault)
  const sha256 = createHash('sha256').update(content).digest()
  await transact(context, async (inside) => {
    const before = await readLogoHash(inside.db)
    await writeLogo(
      inside.db,
      { type: found.type, content, sha256, print: printable.print },
      context.clock.now(),
    )
    if (before?.equals(sha256)) return
    const hashes = {
      before: { logo: before?.toString('hex') ?? null },
      after: { logo: sha256.toString('hex') },
    }
    await audit(inside, { action: 'logo.changed', subject, ...hashes })
  })
  return { message: 'The logo is saved.', logo: logoAddress(sha256) }
}

export async function dropLogo(context: SignedIn): Promise<{ message: string }> {
  await transact(context, async (inside) => {
    const removed = await deleteLogo(inside.db)
    if (!removed) return
    const hashes = { before: { logo: removed.toString('hex') }, after: { logo: null } }
    await audit(inside, { action: 'logo.removed', subject, ...hashes })
  })
  return { message: 'There is no logo any more.' }
}

export async function currentLogo({ db }: Context): Promise<Logo> {
  return required(await readLogo(db), 'The logo')
}
