import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days } from '#server/platform/clock.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { type Limit, spend, spendOfNetwork } from '#server/platform/limits.ts'
import { feedOf } from '../visit-card.ts'
import { deleteFeed, findFeed, readFeed, visitsOfFeed, writeFeed } from './queries-calendar-feed.ts'

/** Visits that ended longer ago are left out. */
const shownFor = days(90)
/** Calendar programs ask every few minutes at most. */
const readsOfFeed: Limit = { name: 'calendar: feed', burst: 60, perSeconds: 3_600 }
const missesOfNetwork: Limit = { name: 'calendar: network', burst: 60, perSeconds: 3_600 }

export const ownFeed = async ({ db, actor }: SignedIn) => ({
  createdAt: await readFeed(db, actor.accountId),
})

/** Replaces the address of the caller. Only its hash is stored. */
export async function makeFeed(context: SignedIn) {
  const { clock, actor, config } = context
  const token = newToken()
  await transact(context, async (inside) => {
    const { accountId } = actor
    await writeFeed(inside.db, { accountId, tokenHash: hashToken(token), createdAt: clock.now() })
    await audit(inside, { action: 'calendar_feed.made', subject: { kind: 'account', id: accountId } })
  })
  return {
    message: 'The calendar address is ready. An earlier one no longer works.',
    address: `${config.publicUrl}/api/calendar/${token}`,
  }
}

export async function endFeed(context: SignedIn) {
  const { accountId } = context.actor
  await transact(context, async (inside) => {
    if (!(await deleteFeed(inside.db, accountId))) throw notFound('A calendar address')
    await audit(inside, { action: 'calendar_feed.ended', subject: { kind: 'account', id: accountId } })
  })
  return { message: 'The calendar address no longer works.' }
}

/** The visits that the account of a token opens. Answers with 304 if the program has them. */
export async function readFeedOf(
  context: Context,
  token: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<string> {
  const { db, clock } = context
  const feed = await findFeed(db, hashToken(token))
  if (!feed) {
    await spendOfNetwork(context, missesOfNetwork)
    throw notFound('This calendar')
  }
  await spend(context, readsOfFeed, feed.accountId)
  const visits = await visitsOfFeed(db, feed.accountId, after(clock.now(), -shownFor))
  const calendar = feedOf(visits, await laboratorySettings(context), feed.language)
  const etag = `"${createHash('sha256').update(calendar).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] === etag) {
    reply.code(304)
    return ''
  }
  reply.type('text/calendar; charset=utf-8')
  return calendar
}
