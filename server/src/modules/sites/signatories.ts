import type { BodyOf } from '#contract/endpoint.ts'
import type { changeSignatory as contract } from '#contract/settings.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, notFound, required } from '#server/platform/errors.ts'
import { printablePicture } from './printable-picture.ts'
import { readReportSettings } from './queries.ts'
import { addPicture, listSignatories, setMark, setSignature, writeSignatory } from './queries-signatories.ts'

/** How reports name the staff who release results, with their signatures, and the accreditation mark. */

const laboratory = { kind: 'laboratory', id: 'laboratory' }

export async function readSignatories({ db }: SignedIn) {
  const rows = await listSignatories(db)
  return rows.map(({ signature, ...row }) => ({ ...row, hasSignature: signature !== null }))
}

async function requireSignatory({ db }: SignedIn, id: string) {
  const one = (await listSignatories(db)).find(({ accountId }) => accountId === id)
  return required(one, 'Somebody who may release results')
}

export async function updateSignatory(
  context: SignedIn,
  id: string,
  { version, ...after }: BodyOf<typeof contract>,
) {
  await transact(context, async (inside) => {
    const { fullName, qualification, licenceNumber } = await requireSignatory(inside, id)
    if (!(await writeSignatory(inside.db, id, version, after))) throw changedMeanwhile(fullName)
    const changed = changedFields({ qualification, licenceNumber }, after)
    const subject = { kind: 'account', id }
    if (changed) await audit(inside, { action: 'signatory.changed', subject, ...changed })
  })
  return { message: 'Saved. Reports from now on state it.' }
}

/** Sets or removes the picture of a signature. */
export async function updateSignature(context: SignedIn, id: string, bytes: Uint8Array | null) {
  await requireSignatory(context, id)
  const picture = bytes && (await printablePicture(context, bytes))
  await transact(context, async (inside) => {
    const { signature } = await requireSignatory(inside, id)
    if (picture === null && signature === null) throw notFound('The signature')
    if (picture) await addPicture(inside.db, picture, context.clock.now())
    await setSignature(inside.db, id, picture?.sha256 ?? null)
    await audit(inside, {
      action: 'signatory.signature_changed',
      subject: { kind: 'account', id },
      before: { signature: signature?.toString('hex') ?? null },
      after: { signature: picture?.sha256.toString('hex') ?? null },
    })
  })
  return { message: picture ? 'The signature is saved.' : 'Reports from now on have no signature of theirs.' }
}

export async function updateMark(context: SignedIn, bytes: Uint8Array | null) {
  const picture = bytes && (await printablePicture(context, bytes))
  await transact(context, async (inside) => {
    const { mark } = await readReportSettings(inside.db)
    if (picture) await addPicture(inside.db, picture, context.clock.now())
    await setMark(inside.db, picture?.sha256 ?? null)
    await audit(inside, {
      action: 'report_settings.changed',
      subject: laboratory,
      before: { mark: mark?.toString('hex') ?? null },
      after: { mark: picture?.sha256.toString('hex') ?? null },
    })
  })
  return {
    message: picture ? 'The accreditation mark is saved.' : 'There is no accreditation mark any more.',
  }
}
