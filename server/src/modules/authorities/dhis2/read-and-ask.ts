import type { listDhis2Sendings, sendDhis2Month } from '#contract/dhis2.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { required, requirePossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { countLines } from './count-figures.ts'
import { presentLine } from './keep-settings.ts'
import { planMonth, waitsAlready, whyNotSent } from './plan-month.ts'
import { findSending, hiddenLines, lastSent, listSendingRows, waitingSites } from './queries-sendings.ts'
import { findConnection, readLines, readSites } from './queries-settings.ts'

/** The figures of a month at the caller's sites as they are now, beside what DHIS2 accepted last. */
export async function readMonth({ db, actor, clock }: SignedIn, month: string) {
  const [sites, connection, lines] = [
    await readSites(db, actor.sites),
    await findConnection(db),
    await readLines(db, actor.accountId),
  ]
  const seen = lines.filter(({ isSeen }) => isSeen)
  const ids = sites.map(({ id }) => id)
  const [sent, waiting] = [await lastSent(db, month, ids), await waitingSites(db, month)]
  const presented = []
  for (const site of sites) {
    const last = sent.find(({ siteId }) => siteId === site.id)
    const sentOf = ({ dataElement, categoryOptionCombo }: (typeof seen)[number]) =>
      last?.figures.find(
        (one) => one.dataElement === dataElement && one.categoryOptionCombo === categoryOptionCombo,
      )?.count ?? null
    const figures = (await countLines(db, site.id, month, seen)).map(({ line, count, of }) => ({
      ...presentLine(line),
      ...{ count, of, sent: sentOf(line) },
    }))
    const whyNot = whyNotSent({ connection, site, lines, month, now: clock.now() })
    const isWaiting = waiting.includes(site.id)
    presented.push({
      ...{ id: site.id, name: site.name, figures, sentAt: last?.settledAt ?? null },
      whyNot: whyNot ?? (isWaiting ? waitsAlready : null),
    })
  }
  return { sites: presented, hidden: lines.length - seen.length }
}

/** Plans to send the figures of a month as they are now. A job sends them. */
export async function askToSend(
  context: SignedIn,
  month: string,
  { siteId, dryRun }: BodyOf<typeof sendDhis2Month>,
) {
  const sites = await readSites(context.db, context.actor.sites)
  const site = required(
    sites.find(({ id }) => id === siteId),
    'This site',
  )
  const id = uuidv7(context.clock)
  await transact(context, async (inside) => {
    requirePossible(await planMonth(inside, { id, site, month, dryRun, askedBy: inside.actor.accountId }))
    const action = dryRun ? 'dhis2.checked' : 'dhis2.sent'
    await audit(inside, { action, subject: { kind: 'site', id: siteId }, after: { month, sending: id } })
  })
  return { message: dryRun ? 'The figures are being checked.' : 'The figures are being sent.', id }
}

export const listSendings = ({ db, actor }: SignedIn, query: QueryOf<typeof listDhis2Sendings>) =>
  listSendingRows(db, actor.sites, query)

export async function readSending({ db, actor }: SignedIn, id: string) {
  const sending = required(await findSending(db, actor.sites, id), 'This sending')
  const lines = sending.figures.map(({ line }) => line)
  const hidden = await hiddenLines(db, actor.accountId, lines)
  const figures = sending.figures.filter(({ line }) => !hidden.includes(line))
  return { ...sending, figures, hidden: hidden.length }
}
