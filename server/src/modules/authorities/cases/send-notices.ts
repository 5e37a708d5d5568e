import { caseBundle, whyNotAddress } from '#server/modules/fhir/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, hours, minutes, seconds } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { orUnwritten } from '#server/platform/or-unwritten.ts'
import { postOutside, waitAsked } from '#server/platform/post-outside.ts'
import { type ClaimedNotice, claimNotice, settleNotice } from './queries-notices.ts'
import { findReceiver, type ReceiverRow } from './queries-rules.ts'

const patience = seconds(30)
/** Longer than the timeout: after it, another process takes the notice over. */
const lease = minutes(2)
/** Pauses after the first, second … failed attempt; after the last and one more attempt, the notice has failed. */
const pauses = [minutes(1), minutes(5), minutes(30), hours(2), hours(6), hours(12)]
const longestWait = hours(6)

/** Sends confirmed notices that are due, and the withdrawal of those that were told. */
export async function sendCaseNotices(context: Context): Promise<void> {
  const receiver = await findReceiver(context.db)
  if (!receiver) return
  while (await sendNext(context, receiver));
}

/** Sends outside of any transaction. The same notice has the same id in each attempt. */
async function sendNext(context: Context, receiver: ReceiverRow): Promise<boolean> {
  const { db, clock } = context
  const notice = await claimNotice(db, clock.now(), after(clock.now(), lease))
  if (!notice) return false
  const outcome = await attempt(context, receiver, notice)
  const now = clock.now()
  const subject = { kind: 'visit', id: notice.visitId }
  const said = { notice: notice.id, withdrawn: notice.gone }
  // A notice whose result has changed meanwhile is not settled: its next state is the one that the change gave it.
  await transact(context, async (inside) => {
    if ('error' in outcome) {
      const { status, error, wait, isFinal } = outcome
      const pause = isFinal ? undefined : pauses[notice.attempts - 1]
      const next =
        pause === undefined
          ? { state: 'failed' as const, dueAt: null }
          : { state: 'planned' as const, dueAt: after(now, Math.max(pause, wait)) }
      const isSettled = await settleNotice(inside.db, notice, { ...next, status, error })
      if (isSettled && next.state === 'failed')
        await audit(inside, { action: 'case.failed', subject, after: { ...said, status }, reason: error })
      return
    }
    const state = notice.gone ? ('withdrawn' as const) : ('sent' as const)
    const settled = { state, dueAt: null, toldAt: now, status: outcome.status, error: '' }
    if (await settleNotice(inside.db, notice, settled))
      await audit(inside, { action: 'case.sent', subject, after: said })
  })
  return true
}

type Failure = { status: number | null; error: string; wait: number; isFinal: boolean }

const bodyOf = async (context: Context, notice: ClaimedNotice): Promise<Buffer> =>
  Buffer.from(JSON.stringify(await caseBundle(context, notice)))

async function attempt(
  context: Context,
  { address, secret }: ReceiverRow,
  notice: ClaimedNotice,
): Promise<{ status: number } | Failure> {
  const { config, clock } = context
  const whyNot = whyNotAddress(address, config.webhooksToPrivate)
  if (whyNot !== null) return { status: null, error: whyNot, wait: 0, isFinal: true }
  const body = await orUnwritten(context, { noticeId: notice.id }, bodyOf(context, notice))
  if ('error' in body) return { ...body, isFinal: false }
  const headers = {
    'content-type': 'application/fhir+json',
    'user-agent': 'Phial',
    ...(secret !== '' && { authorization: `Bearer ${secret}` }),
  }
  try {
    const { status, retryAfter } = await postOutside(new URL(address), {
      ...{ service: 'authority', headers, body, patience },
      toPrivate: config.webhooksToPrivate,
    })
    if (status >= 200 && status < 300) return { status }
    const wait = Math.min(waitAsked(retryAfter, clock.now()), longestWait)
    const isFinal = status < 500 && status !== 429 && status !== 408
    return { status, error: `The receiver answered with status ${status}`, wait, isFinal }
  } catch {
    return { status: null, error: 'The receiver did not answer', wait: 0, isFinal: false }
  }
}
