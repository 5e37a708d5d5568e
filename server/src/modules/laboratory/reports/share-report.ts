import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import { type shareReport as contract, mostWrongPasscodes, type Share } from '#contract/sharing.ts'
import type { Visit } from '#server/modules/booking/index.ts'
import { lockVisit } from '#server/modules/booking/index.ts'
import { whyHeld } from '#server/modules/money/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days as lasting } from '#server/platform/clock.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, notPossible, type Refusal } from '#server/platform/errors.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend, spendOfNetwork } from '#server/platform/limits.ts'
import { latestReport, readPdf } from './queries-reports.ts'
import {
  addShare,
  countOpening,
  findOpenShare,
  listShareRows,
  type Opened,
  type ShareRow,
  setRevoked,
} from './queries-shares.ts'
import { issuedPdf, paidVisitOf, visitOf } from './read-report.ts'
import { correctionOf } from './read-standing.ts'
import { hashPasscode, smartLinkOf } from './smart-link.ts'

const mostOpen = 10
const mostListed = 100
const makeLimit: Limit = { name: 'share: account', burst: 30, perSeconds: 3600 }
/** Tokens have 256 random bits: this bounds work, not guesses. */
export const openLimit: Limit = { name: 'shared: network', burst: 60, perSeconds: 600 }

export async function listShares(context: SignedIn, id: string) {
  const { db, actor, clock } = context
  const visit = await visitOf(context, id)
  const rows = await listShareRows(db, { accountId: actor.accountId, visitId: visit.id, limit: mostListed })
  const corrected = await correctionOf(db, visit)
  return rows.map((row) => presentShare(row, clock.now(), corrected?.at ?? null))
}

/** Makes a link that shows the visit's latest report to anyone who has it, and its passcode if it has one. */
export async function shareReport(
  context: SignedIn,
  id: string,
  { days, kind, passcode }: BodyOf<typeof contract>,
) {
  const { actor, clock } = context
  const visit = await paidVisitOf(context, id, false)
  await spend(context, makeLimit, actor.accountId)
  const token = newToken()
  const keyHalf = kind === 'smart' ? randomBytes(32) : null
  const passcodeHash = keyHalf && passcode !== undefined ? await hashPasscode(passcode, keyHalf) : null
  const now = clock.now()
  const expiresAt = after(now, lasting(days))
  const link = keyHalf
    ? smartLinkOf(context.config, {
        ...{ token, keyHalf, expiresAt, hasPasscode: passcodeHash !== null },
        laboratory: (await laboratorySettings(context)).name,
      })
    : `${context.config.publicUrl}/shared#token=${token}`
  const made = await transact(context, async (inside) => {
    // Makes the links of a visit one at a time, so that they can be counted.
    await lockVisit(inside.db, visit.siteId, visit.id)
    const row = await addShare(inside.db, {
      id: uuidv7(clock),
      accountId: actor.accountId,
      visitId: visit.id,
      tokenHash: hashToken(token),
      keyHalf,
      passcodeHash,
      now,
      expiresAt,
      most: mostOpen,
    })
    if (!row) throw await whyNotShare(inside.db, visit)
    const subject = { kind: 'visit', id: visit.id }
    await audit(inside, {
      action: 'share.made',
      subject,
      after: { share: row.id, days, ...(keyHalf && { kind }) },
    })
    return row
  })
  return { share: presentShare(made, now, null), link }
}

async function whyNotShare(db: Context['db'], visit: Visit): Promise<Refusal> {
  if (!(await latestReport(db, visit.siteId, visit.id)))
    return notFound('A released report of this appointment')
  return notPossible(`There are ${mostOpen} open links already: end one of them first.`)
}

export async function revokeShare(context: SignedIn, id: string, shareId: string) {
  const { actor, clock } = context
  const visit = await visitOf(context, id)
  await transact(context, async (inside) => {
    const share = { id: shareId, accountId: actor.accountId, visitId: visit.id, now: clock.now() }
    if (!(await setRevoked(inside.db, share))) throw notFound('An open link')
    const subject = { kind: 'visit', id: visit.id }
    await audit(inside, { action: 'share.revoked', subject, after: { share: shareId } })
  })
  return { message: 'The link shows nothing any more.' }
}

/**
 * The same answer for links that never existed, have expired or were revoked, and for results that wait for the payment, so that a
 * caller cannot distinguish these cases.
 */
export const closed = () => notFound('What this link showed')

/** Each opening is counted for the patient and audited. */
export async function openShare(context: Context, token: string) {
  await spendOfNetwork(context, openLimit)
  return transact(context, async (inside) => {
    const share = await countOpening(inside.db, { tokenHash: hashToken(token), now: context.clock.now() })
    const report = share && (await latestReport(inside.db, share.siteId, share.visitId))
    if (!share || !report || (await isUnpaid(inside, share))) throw closed()
    await noteOpening(inside, 'share.opened', share, { version: report.version })
    return { report, expiresAt: share.expiresAt }
  })
}

export async function downloadShare(context: Context, token: string, file?: string): Promise<Buffer> {
  await spendOfNetwork(context, openLimit)
  const share = await findOpenShare(context.db, { tokenHash: hashToken(token), now: context.clock.now() })
  const found = share && (await readPdf(context.db, share.siteId, share.visitId))
  if (!share || !found || (await isUnpaid(context, share))) throw closed()
  const pdf = await issuedPdf(context.db, found, file)
  await noteOpening(context, 'share.downloaded', share, { version: found.version })
  return pdf
}

export const isUnpaid = async (context: Context, { siteId, visitId }: Opened) =>
  (await whyHeld(context, { siteId, id: visitId }, 'results')) !== null

export const noteOpening = (
  context: Context,
  action: 'share.opened' | 'share.downloaded' | 'share.locked',
  { id, visitId }: Opened,
  after: { version?: number; recipient?: string },
) => audit(context, { action, subject: { kind: 'visit', id: visitId }, after: { share: id, ...after } })

function presentShare(row: ShareRow, now: Date, correctedAt: Date | null) {
  const { lastOpenedAt, isSmart } = row
  return {
    ...row,
    kind: isSmart ? ('smart' as const) : ('page' as const),
    state: stateOf(row, now),
    openedBeforeCorrection: lastOpenedAt !== null && correctedAt !== null && lastOpenedAt < correctedAt,
  }
}

function stateOf({ revokedAt, expiresAt, wrongPasscodes }: ShareRow, now: Date): Share['state'] {
  if (revokedAt) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return wrongPasscodes < mostWrongPasscodes ? 'open' : 'locked'
}
