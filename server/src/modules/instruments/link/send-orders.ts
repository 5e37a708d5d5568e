import { audit } from '#server/platform/audit.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { CannotDecrypt } from '#server/platform/vault/vault.ts'
import { answerQuery } from '../orders/answer-query.ts'
import { store } from '../orders/plan-orders.ts'
import { nextWaiting, writeSent } from '../orders/queries-orders.ts'
import type { Answers } from '../orders/write-orders.ts'
import type { InstrumentRow } from '../queries-instruments.ts'
import type { Failure } from '../wire/astm-link.ts'
import { type Talk, ticks } from './talk.ts'

/** The delay before the retry of a message that was not accepted. */
const pauseMs = 10_000
/** The maximum number of attempts. After it a refused message is given up, so that it does not block the next messages. */
const mostRefusals = 5

/** Answers queries on a connection, and sends the waiting messages one at a time. */
export function sendOrders(
  context: Context,
  instrument: InstrumentRow,
  { peer, complain }: { peer: string; complain: (about: string) => void },
) {
  const { db, log, clock } = context
  const answers = new Map<string, Buffer>()
  let talk: Talk | null = null
  let sending: { id: string; times: number } | null = null
  let isLooking = false
  let notBefore = 0

  async function look(): Promise<void> {
    if (instrument.state !== 'live' || !talk || sending || isLooking || ticks() < notBefore) return
    isLooking = true
    try {
      const next = await nextReadable()
      if (!next || !talk) return
      sending = next
      talk.send(next.id, next.bytes)
    } finally {
      isLooking = false
    }
  }
  /** An order that cannot be decrypted is given up, so that it does not block the next ones. */
  async function nextReadable() {
    for (;;) {
      try {
        return await nextWaiting(db, instrument)
      } catch (error) {
        if (!(error instanceof CannotDecrypt)) throw error
        log.error({ err: error, instrument: instrument.id }, 'an order for an analyser cannot be decrypted')
        complain('An order cannot be decrypted and was not sent; see the messages of this analyser')
        await writeSent(db, instrument, error.place.row, { state: 'refused', peer, at: clock.now() })
      }
    }
  }
  const noteSent = (id: string, failure: Failure | null, times: number) =>
    transact(context, async (inside) => {
      const isGivenUp = failure === 'refused' && times >= mostRefusals
      if (isGivenUp) complain('The analyser refused an order; see its messages')
      const state = failure === null ? 'sent' : isGivenUp ? 'refused' : 'waiting'
      const isNews = await writeSent(inside.db, instrument, id, { state, peer, at: clock.now() })
      if (isNews && state === 'sent') await auditSent(inside, id)
    })
  const noteAnswer = (id: string, bytes: Buffer, failure: Failure | null) =>
    transact(context, async (inside) => {
      await store(inside, instrument, { id, bytes, peer, state: failure === null ? 'sent' : 'refused' })
      if (failure === null) await auditSent(inside, id)
    })
  const auditSent = (inside: Context, message: string) =>
    audit(inside, {
      action: 'instrument.sent',
      subject: { kind: 'instrument', id: instrument.id },
      after: { message },
    })

  return {
    /** Answers are not retried: an analyser without an answer repeats its query. */
    async ordersFor(message: Buffer): Promise<Answers | null> {
      const messages = await answerQuery(context, instrument, message)
      for (const { id, bytes } of messages ?? []) answers.set(id, bytes)
      return messages
    },
    /** Records whether the analyser accepted a message. */
    async sent(id: string, failure: Failure | null): Promise<void> {
      const answer = answers.get(id)
      answers.delete(id)
      try {
        if (answer) await noteAnswer(id, answer, failure)
        else await noteSent(id, failure, sending?.times ?? 0)
      } catch (error) {
        log.error({ err: error, instrument: instrument.id }, 'what became of an order could not be written')
      }
      if (answer) return
      if (failure !== null) notBefore = ticks() + pauseMs
      if (failure === 'no answer') complain('The analyser does not answer; its orders wait')
      sending = null
      await look()
    },
    attach(to: Talk | null): void {
      talk = to
    },
    look,
  }
}
