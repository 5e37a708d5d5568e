import type { ResponseOf } from '#contract/endpoint.ts'
import type {
  openShare as openContract,
  Share,
  shareReport as shareContract,
  shareDays,
} from '#contract/sharing.ts'
import type { Visit } from '#server/modules/booking/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days as lasting } from '#server/platform/clock.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { lockVisit } from '../samples/queries-samples.ts'
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
import { visitOf } from './read-report.ts'
import { correctionOf } from './read-standing.ts'

const mostOpen = 10
const mostListed = 100
const makeLimit: Limit = { name: 'share: account', burst: 30, perSeconds: 3600 }
/** Tokens have 256 random bits: this bounds work, not guesses. */
const openLimit: Limit = { name: 'shared: network', burst: 60, perSeconds: 600 }

export async function listShares(context: SignedIn, visitId: string): Promise<Share[]> {
  const { db, actor, clock } = context
  const visit = await visitOf(context, visitId)
  const rows = await listShareRows(db, {
    accountId: actor.accountId,
    visitId: visit.id,
    limit: mostListed,
  })
  const corrected = await correctionOf(db, visit)
  return rows.map((row) => presentShare(row, clock.now(), corrected?.at ?? null))
}

/** A link that shows the visit's report, as it is when it is opened, to whoever holds it. */
export async function shareReport(
  context: SignedIn,
  visitId: string,
  days: (typeof shareDays)[number],
): Promise<ResponseOf<typeof shareContract>> {
  const { actor, clock, config } = context
  const visit = await visitOf(context, visitId)
  await spend(context, makeLimit, actor.accountId)
  const token = newToken()
  const now = clock.now()
  const made = await inTransaction(context.db, async (tx) => {
    // The links of a visit are counted and made one at a time.
    await lockVisit(tx, visit.siteId, visit.id)
    const row = await addShare(tx, {
      id: uuidv7(clock),
      accountId: actor.accountId,
      visitId: visit.id,
      tokenHash: hashToken(token),
      now,
      expiresAt: after(now, lasting(days)),
      most: mostOpen,
    })
    if (!row) throw await whyNotShare(tx, visit)
    await audit(
      { ...context, db: tx },
      { action: 'share.made', subject: { kind: 'visit', id: visit.id }, after: { share: row.id, days } },
    )
    return row
  })
  return { share: presentShare(made, now, null), link: `${config.publicUrl}/shared#token=${token}` }
}

async function whyNotShare(db: Context['db'], visit: Visit): Promise<Refusal> {
  if (!(await latestReport(db, visit.siteId, visit.id)))
    return notFound('A released report of this appointment')
  return new Refusal('not_possible_now', `There are ${mostOpen} open links already: end one of them first.`)
}

export async function revokeShare(
  context: SignedIn,
  visitId: string,
  shareId: string,
): Promise<{ message: string }> {
  const { actor, clock } = context
  const visit = await visitOf(context, visitId)
  await inTransaction(context.db, async (tx) => {
    const share = { id: shareId, accountId: actor.accountId, visitId: visit.id, now: clock.now() }
    if (!(await setRevoked(tx, share))) throw notFound('An open link')
    await audit(
      { ...context, db: tx },
      { action: 'share.revoked', subject: { kind: 'visit', id: visit.id }, after: { share: shareId } },
    )
  })
  return { message: 'The link shows nothing any more.' }
}

/** What was never a link, is over or was revoked: one answer for all, so that it tells nothing of any of them. */
const closed = () => notFound('What this link showed')

/** Each opening is counted for the patient and noted. */
export async function openShare(context: Context, token: string): Promise<ResponseOf<typeof openContract>> {
  await spend(context, openLimit, context.network)
  return inTransaction(context.db, async (tx) => {
    const share = await countOpening(tx, hashToken(token), context.clock.now())
    const report = share && (await latestReport(tx, share.siteId, share.visitId))
    if (!share || !report) throw closed()
    await note({ ...context, db: tx }, 'share.opened', share, report.version)
    return { report, expiresAt: share.expiresAt.toISOString() }
  })
}

export async function downloadShare(context: Context, token: string): Promise<Buffer> {
  await spend(context, openLimit, context.network)
  const share = await findOpenShare(context.db, hashToken(token), context.clock.now())
  const found = share && (await readPdf(context.db, share.siteId, share.visitId, null))
  if (!share || !found) throw closed()
  await note(context, 'share.downloaded', share, found.version)
  return found.pdf
}

const note = (
  context: Context,
  action: 'share.opened' | 'share.downloaded',
  share: Opened,
  version: number,
) =>
  audit(context, {
    action,
    subject: { kind: 'visit', id: share.visitId },
    after: { share: share.id, version },
  })

function presentShare(row: ShareRow, now: Date, correctedAt: Date | null): Share {
  return {
    id: row.id,
    state: row.revokedAt ? 'revoked' : row.expiresAt <= now ? 'expired' : 'open',
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    opened: row.opened,
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
    openedBeforeCorrection:
      row.lastOpenedAt !== null && correctedAt !== null && row.lastOpenedAt < correctedAt,
  }
}
