import type { BodyOf } from '#contract/endpoint.ts'
import type { giveResultLink as contract } from '#contract/result-links.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { invalid, notFound, requirePossible } from '#server/platform/errors.ts'
import { ask } from '#server/platform/events.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { visitOf } from '../reports/read-report.ts'
import { resultLinkAsked } from './events.ts'
import { presentLink, whyNotLink, whyNotSms } from './list-links.ts'
import { type LinkRow, setEnded } from './queries-links.ts'
import { newLinkToken, sendLink, writeLink } from './write-link.ts'

/** Each costs an SMS, or a slow hash. */
export const giveLimit: Limit = { name: 'result links: account', burst: 120, perSeconds: 3600 }

/** Gives a link to the report of a visit, by SMS or as a text for WhatsApp, and ends the earlier one. */
export async function giveLink(context: SignedIn, id: string, { way, phone }: BodyOf<typeof contract>) {
  const { actor } = context
  const visit = await visitOf(context, id)
  await spend(context, giveLimit, actor.accountId)
  const { phone: home } = await laboratorySettings(context)
  const to = dialled(phone, home)
  if (to === '')
    throw invalid({ phone: ['This number cannot be dialled. Enter it with its country code, like +233'] })
  if (way === 'sms') requirePossible(await whyNotSms(context, to))
  requirePossible(await whyNotLink(context, visit))
  const by = actor.accountId
  if (way === 'sms') {
    const link = await transact(context, (inside) => sendLink(inside, visit, { to, by }))
    return { link: presented(context, link), whatsapp: null }
  }
  const token = newLinkToken()
  const made = { way, token, sentTo: to, codeHash: null, by }
  const link = await transact(context, (inside) => writeLink(inside, visit, made))
  const { text } = await ask(context, resultLinkAsked, { siteId: visit.siteId, visitId: visit.id, token })
  const whatsapp = `https://wa.me/${to.slice(1)}?text=${encodeURIComponent(text)}`
  return { link: presented(context, link), whatsapp }
}

const presented = (
  { actor, clock }: SignedIn,
  link: Pick<LinkRow, 'id' | 'way' | 'sentTo' | 'createdAt' | 'expiresAt'>,
) =>
  presentLink(
    { ...link, by: actor.fullName, endedAt: null, tries: 0, opened: 0, lastOpenedAt: null },
    clock.now(),
  )

export async function endLink(context: SignedIn, id: string, linkId: string) {
  const visit = await visitOf(context, id)
  await transact(context, async (inside) => {
    const link = { siteId: visit.siteId, visitId: visit.id, id: linkId, now: context.clock.now() }
    if (!(await setEnded(inside.db, link))) throw notFound('An open link')
    await audit(inside, {
      action: 'result_link.ended',
      subject: { kind: 'visit', id: visit.id },
      after: { link: linkId },
    })
  })
  return { message: 'The link is ended.' }
}
