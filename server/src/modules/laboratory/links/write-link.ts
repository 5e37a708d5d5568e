import type { ResultLinkWay } from '#contract/result-links.ts'
import { resultLinkDays } from '#contract/result-links.ts'
import type { Visit } from '#server/modules/booking/index.ts'
import { lockVisit } from '#server/modules/booking/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days } from '#server/platform/clock.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { hashToken, newCode, uuidv7 } from '#server/platform/ids.ts'
import { post } from '#server/platform/outbox.ts'
import { addLink, endEarlier } from './queries-links.ts'

/** 130 random bits, in as few characters as possible, since an SMS is short. */
export const newLinkToken = () => newCode(26)

type NewLink = {
  way: ResultLinkWay
  token: string
  /** Empty for a slip. */
  sentTo: string
  /** Of the code on a slip. */
  codeHash: Buffer | null
  /** Null: sent automatically. */
  by: string | null
}

/** Writes a link or slip of a visit and ends the earlier one. The visit is locked, so that two at once leave one open. */
export async function writeLink(
  inside: Context,
  { siteId, id: visitId }: Pick<Visit, 'siteId' | 'id'>,
  { way, token, sentTo, codeHash, by }: NewLink,
) {
  const { db, clock } = inside
  const now = clock.now()
  await lockVisit(db, siteId, visitId)
  await endEarlier(db, { siteId, visitId }, way === 'slip', now)
  const link = { id: uuidv7(clock), way, sentTo, createdAt: now, expiresAt: after(now, days(resultLinkDays)) }
  await addLink(db, { ...link, siteId, visitId, tokenHash: hashToken(token), codeHash, createdBy: by })
  await audit(by === null ? { ...inside, actor: null } : inside, {
    action: 'result_link.made',
    subject: { kind: 'visit', id: visitId },
    after: { link: link.id, way },
  })
  return link
}

/** Writes a link and its SMS. */
export async function sendLink(
  inside: SignedIn,
  visit: Pick<Visit, 'siteId' | 'id'>,
  { to, by }: { to: string; by: string | null },
) {
  const token = newLinkToken()
  const link = await writeLink(inside, visit, { way: 'sms', token, sentTo: to, codeHash: null, by })
  const payload = { siteId: visit.siteId, visitId: visit.id }
  await post(inside, { kind: 'result_link', to, payload, secret: { token } })
  return link
}
