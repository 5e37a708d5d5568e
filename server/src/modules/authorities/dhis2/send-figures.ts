import { whyNotAddress } from '#server/modules/fhir/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, hours, minutes, seconds } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Posted, postOutside, waitAsked } from '#server/platform/post-outside.ts'
import { localMonth, planMonth } from './plan-month.ts'
import { type ClaimedSending, claimSending, settleSending, wasAsked } from './queries-sendings.ts'
import { type ConnectionRow, findConnection, readSites } from './queries-settings.ts'
import { type Outcome, outcomeOf } from './read-answer.ts'

/** DHIS2 answers after it has stored the figures. */
const patience = seconds(60)
/** Longer than the timeout: after it, another process takes the sending over. */
const lease = minutes(2)
/** The most characters of an answer that are read. */
const mostSaid = 100_000
/** Pauses after the first, second … attempt without an answer; after the last and one more attempt it has failed. */
const pauses = [minutes(1), minutes(5), minutes(30), hours(2), hours(6), hours(12)]
const longestWait = hours(6)

/** Plans what is sent by itself, and sends what is due, one after another. */
export async function sendToDhis2(context: Context): Promise<void> {
  const connection = await findConnection(context.db)
  if (!connection) return
  await planByItself(context, connection)
  while (await sendNext(context, connection));
}

/** The month before, once the day has come at the site, unless somebody has sent it. */
async function planByItself(context: Context, { sendDay, sendsFrom }: ConnectionRow): Promise<void> {
  const { db, clock } = context
  if (sendDay === null || sendsFrom === null) return
  for (const site of await readSites(db, null)) {
    if (site.orgUnit === null) continue
    const now = clock.now()
    const day = Number(new Intl.DateTimeFormat('en', { timeZone: site.timeZone, day: 'numeric' }).format(now))
    const month = monthBefore(localMonth(now, site.timeZone))
    if (day < sendDay || month < sendsFrom || (await wasAsked(db, site.id, month))) continue
    await transact(context, async (inside) => {
      const id = uuidv7(clock)
      if ((await planMonth(inside, { id, site, month, dryRun: false, askedBy: null })) !== null) return
      const subject = { kind: 'site', id: site.id }
      await audit(inside, {
        action: 'dhis2.sent',
        subject,
        after: { month, sending: id },
        reason: 'Automatically',
      })
    })
  }
}

/** The calendar month before, as YYYY-MM. */
function monthBefore(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  return first.toISOString().slice(0, 7)
}

/** Sends outside of any transaction. A process that dies before the answer is stored sends it again: equal figures change nothing. */
async function sendNext(context: Context, connection: ConnectionRow): Promise<boolean> {
  const { db, clock } = context
  const sending = await claimSending(db, clock.now(), after(clock.now(), lease))
  if (!sending) return false
  const outcome = await attempt(context, connection, sending)
  const now = clock.now()
  if ('retry' in outcome) {
    const pause = pauses[sending.attempts - 1]
    const { status, error } = outcome
    const next =
      pause === undefined
        ? { state: 'failed' as const, settledAt: now, status, error }
        : { state: 'planned' as const, dueAt: after(now, Math.max(pause, outcome.retry)), status, error }
    await settleSending(db, sending, next)
    return true
  }
  const { conflicts, ...settled } = outcome
  await settleSending(db, sending, { ...settled, conflicts: JSON.stringify(conflicts), settledAt: now })
  return true
}

type Retry = { retry: number; status: number | null; error: string }

async function attempt(
  { config, clock }: Context,
  { address, username, secret }: ConnectionRow,
  sending: ClaimedSending,
): Promise<Outcome | Retry> {
  const whyNot = whyNotAddress(address, config.webhooksToPrivate)
  if (whyNot !== null) return { retry: 0, status: null, error: whyNot }
  const url = new URL(`${address}/api/dataValueSets`)
  url.searchParams.set('importStrategy', 'CREATE_AND_UPDATE')
  url.searchParams.set('dryRun', String(sending.dryRun))
  const signsIn =
    username === ''
      ? `ApiToken ${secret}`
      : `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
  const headers = {
    accept: 'application/json',
    authorization: signsIn,
    'content-type': 'application/json',
    'user-agent': 'Phial',
  }
  const body = Buffer.from(JSON.stringify(dataValueSetOf(sending)))
  let posted: Posted
  try {
    posted = await postOutside(url, {
      service: 'authority',
      headers,
      body,
      toPrivate: config.webhooksToPrivate,
      patience,
      mostSaid,
    })
  } catch {
    return { retry: 0, status: null, error: 'DHIS2 did not answer' }
  }
  const { status } = posted
  if (status === 429 || status >= 500) {
    const retry = Math.min(waitAsked(posted.retryAfter, clock.now()), longestWait)
    return { retry, status, error: `DHIS2 answered with status ${status}` }
  }
  return outcomeOf(posted)
}

/** The body of the request, as DHIS2 documents it. */
const dataValueSetOf = ({ dataSet, month, orgUnit, attributeOptionCombo, figures }: ClaimedSending) => ({
  dataSet,
  period: month.replace('-', ''),
  orgUnit,
  ...(attributeOptionCombo !== null && { attributeOptionCombo }),
  dataValues: figures.map(({ dataElement, categoryOptionCombo, count }) => ({
    dataElement,
    ...(categoryOptionCombo !== null && { categoryOptionCombo }),
    value: String(count),
  })),
})
