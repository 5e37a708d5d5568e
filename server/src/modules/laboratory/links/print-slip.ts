import type { slipPapers } from '#contract/result-links.ts'
import { makeCode } from '#server/modules/access/index.ts'
import { laboratorySettings, printedLogo } from '#server/modules/sites/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { sayAt } from '#server/platform/date-formatters.ts'
import { requirePossible } from '#server/platform/errors.ts'
import { ask } from '#server/platform/events.ts'
import { spend } from '#server/platform/limits.ts'
import { visitOf } from '../reports/read-report.ts'
import { resultLinkAsked } from './events.ts'
import { giveLimit } from './give-link.ts'
import { whyNotSlip } from './list-links.ts'
import { answersOf } from './queries-links.ts'
import { newLinkToken, writeLink } from './write-link.ts'

/** Prints a collection slip of a visit, also before its results are released, and ends the earlier slip. */
export async function printSlip(
  context: SignedIn,
  id: string,
  paper: (typeof slipPapers)[number],
): Promise<Buffer> {
  const { db, actor, clock } = context
  const visit = await visitOf(context, id)
  requirePossible(whyNotSlip(visit))
  await spend(context, giveLimit, actor.accountId)
  const token = newLinkToken()
  const { code, codeHash } = await makeCode(db)
  const { drawSlip } = await import('./draw-slip.ts')
  const made = { way: 'slip', token, sentTo: '', codeHash, by: actor.accountId } as const
  const { expiresAt } = await transact(context, (inside) => writeLink(inside, visit, made))
  const { address } = await ask(context, resultLinkAsked, { siteId: visit.siteId, visitId: visit.id, token })
  const { birth } = await answersOf(db, { siteId: visit.siteId, visitId: visit.id }, clock.now())
  const laboratory = await laboratorySettings(context)
  return drawSlip(
    {
      laboratory: laboratory.name,
      reach: [laboratory.address, laboratory.phone].filter((part) => part !== ''),
      site: visit.siteName,
      reference: visit.reference,
      visitOn: sayAt(visit.timeZone, visit.startsAt),
      until: sayAt(visit.timeZone, expiresAt),
      address,
      code: `${code.slice(0, 4)} ${code.slice(4)}`,
      asksBirth: birth,
    },
    { paper, at: clock.now(), logo: paper === 'a4' ? await printedLogo(db) : null },
  )
}
