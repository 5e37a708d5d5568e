import { mostWrongPasscodes } from '#contract/sharing.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { latestReport } from './queries-reports.ts'
import { findSmartShare, type SmartShare, trySmartShare } from './queries-shares.ts'
import { closed, isUnpaid, noteOpening, openLimit } from './share-report.ts'
import { hashPasscode, keyOf } from './smart-link.ts'

/** The report that a SMART Health Link shows, and the key of its files. */
export type SmartLink = { siteId: string; visitId: string; key: Uint8Array }

const linkOf = (token: string, { siteId, visitId, keyHalf }: SmartShare): SmartLink => ({
  siteId,
  visitId,
  key: keyOf(token, keyHalf),
})

/** Opens a link for a program. Each opening is counted for the patient and audited, with the name that the program gave. */
export async function openSmartLink(
  context: Context,
  token: string,
  { recipient, passcode }: { recipient: string; passcode: string | undefined },
): Promise<SmartLink | { remainingAttempts: number }> {
  await spendOfNetwork(context, openLimit)
  const by = { tokenHash: hashToken(token), now: context.clock.now() }
  const found = await findSmartShare(context.db, by)
  if (!found) throw closed()
  // Asking without a passcode is no guess.
  if (found.hasPasscode && passcode === undefined)
    return { remainingAttempts: mostWrongPasscodes - found.wrongPasscodes }
  const passcodeHash =
    found.hasPasscode && passcode !== undefined ? await hashPasscode(passcode, found.keyHalf) : null
  return transact(context, async (inside) => {
    const share = await trySmartShare(inside.db, by, { passcodeHash, recipient })
    if (!share) throw closed()
    if (!share.isRight) {
      const remainingAttempts = mostWrongPasscodes - share.wrongPasscodes
      if (remainingAttempts === 0) await noteOpening(inside, 'share.locked', share, { recipient })
      return { remainingAttempts }
    }
    const report = await latestReport(inside.db, share.siteId, share.visitId)
    if (!report || (await isUnpaid(inside, share))) throw closed()
    await noteOpening(inside, 'share.opened', share, { version: report.version, recipient })
    return linkOf(token, share)
  })
}

/** A link whose manifest was opened before; the caller checks that. */
export async function findSmartLink(context: Context, token: string): Promise<SmartLink> {
  await spendOfNetwork(context, openLimit)
  const by = { tokenHash: hashToken(token), now: context.clock.now() }
  const share = await findSmartShare(context.db, by)
  if (!share || (await isUnpaid(context, share))) throw closed()
  return linkOf(token, share)
}
