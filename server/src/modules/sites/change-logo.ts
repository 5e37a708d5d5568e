import { createHash } from 'node:crypto'
import { audit } from '#server/platform/audit.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { checkedPicture } from './printable-picture.ts'
import { deleteLogo, type Logo, readLogo, readLogoHash, writeLogo } from './queries-settings.ts'

/** The address contains the picture's hash, so that browsers may cache it for ever. */
export const logoAddress = (sha256: Buffer) => `/api/laboratory/logo?v=${sha256.toString('hex').slice(0, 16)}`

const subject = { kind: 'laboratory', id: 'laboratory' }

export async function updateLogo(context: SignedIn, bytes: Uint8Array) {
  const { type, content, print } = await checkedPicture(context, bytes)
  const sha256 = createHash('sha256').update(content).digest()
  await transact(context, async (inside) => {
    const before = await readLogoHash(inside.db)
    await writeLogo(inside.db, { type, content, sha256, print }, context.clock.now())
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
