import { createHash } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { signVerification as contract } from '#contract/instrument-verifications.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import {
  laboratorySettings,
  printedLogo,
  readCellCounts,
  readPictures,
  readReportSettings,
} from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, required, requirePossible } from '#server/platform/errors.ts'
import { requireInstrument } from '../manage-instruments.ts'
import { judge } from './judge.ts'
import { changeRow, readSignatory, readSigned } from './queries-verifications.ts'
import { requireOpen, whyNotSign } from './run-verification.ts'

/** Signs a verification: judges its comparisons once more, and stores them with the PDF and its hash. */
export async function signVerification(
  context: SignedIn,
  id: string,
  verification: string,
  { version }: BodyOf<typeof contract>,
) {
  const { actor, clock } = context
  requirePossible(may(actor, 'release') ? null : whyNotPermitted('release'))
  // Loaded before rows are locked, as for reports.
  const { drawVerification } = await import('./draw-verification.ts')
  await transact(context, async (inside) => {
    const { db } = inside
    const instrument = await requireInstrument(inside, id)
    const row = await requireOpen(inside, instrument, verification)
    if (row.version !== version) throw changedMeanwhile('This verification')
    const { content, mapping } = await judge(db, instrument, verification)
    requirePossible(whyNotSign(row, content))
    const signatory = await readSignatory(db, actor.accountId)
    const at = clock.now()
    const pdf = await drawVerification(
      {
        ...content,
        id: verification,
        instrument: instrument.name,
        site: instrument.site,
        timeZone: instrument.timeZone,
        laboratory: await laboratorySettings(inside),
        cellCounts: await readCellCounts(db),
        accreditation: (await readReportSettings(db)).accreditation,
        codes: mapping.targets,
        startedBy: row.startedBy,
        signedBy: {
          name: actor.fullName,
          qualification: signatory?.qualification ?? '',
          licenceNumber: signatory?.licenceNumber ?? '',
          signature: signatory?.signature
            ? (await readPictures(db, [signatory.signature])).get(signatory.signature)
            : undefined,
        },
      },
      { at, logo: await printedLogo(db) },
    )
    const pdfSha256 = createHash('sha256').update(pdf).digest()
    const signed = await changeRow(db, instrument, verification, version, {
      signedBy: actor.accountId,
      signedAt: at,
      mappingDigest: mapping.digest,
      content: JSON.stringify(content),
      pdf,
      pdfSha256,
    })
    if (!signed) throw changedMeanwhile('This verification')
    await audit(inside, {
      action: 'instrument.verification_signed',
      subject: { kind: 'instrument', id },
      after: {
        verification,
        compared: content.comparisons.length,
        mapping: content.mapping.version,
        sha256: pdfSha256.toString('hex'),
      },
    })
  })
  return { message: 'The verification is signed. Its PDF is kept.' }
}

export async function readVerificationPdf(context: SignedIn, id: string, verification: string) {
  const instrument = await requireInstrument(context, id)
  const { pdf } = required(
    await readSigned(context.db, instrument, verification, 'pdf'),
    'This signed verification',
  )
  return required(pdf, 'This signed verification')
}
