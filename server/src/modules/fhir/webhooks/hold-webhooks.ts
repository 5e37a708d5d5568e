import type { Context } from '#server/platform/context.ts'
import type { Live } from '#server/platform/live/listener.ts'
import { sendTo, shareOutEvents } from './deliver-webhooks.ts'
import { dueWebhooks } from './queries-deliveries.ts'

/** How often the loop looks for due retries and paid reports. New events wake it at once. */
const everyMs = 10_000

/**
 * Sends to each webhook by itself, so that a receiver that hangs delays no other, and no job. Several processes can do so at once: each
 * delivery is claimed by one.
 */
export function holdWebhooks(
  context: Context,
  live: Pick<Live, 'hear' | 'ready'>,
): { stop(): Promise<void> } {
  const sending = new Map<string, Promise<void>>()
  /** Webhooks with something new since their sending began. */
  const again = new Set<string>()
  let isStopping = false
  let looking: Promise<void> | null = null
  let isAskedAgain = false

  function look(): void {
    if (isStopping) return
    if (looking) {
      isAskedAgain = true
      return
    }
    looking = lookOnce()
      .catch((error: unknown) => context.log.warn({ err: error }, 'webhooks could not be read; trying again'))
      .finally(() => {
        looking = null
        if (!isAskedAgain) return
        isAskedAgain = false
        look()
      })
  }

  async function lookOnce(): Promise<void> {
    await shareOutEvents(context)
    for (const id of await dueWebhooks(context.db, context.clock.now())) {
      if (sending.has(id)) again.add(id)
      else send(id)
    }
  }

  function send(id: string): void {
    if (isStopping) return
    const sent = sendTo(context, id, () => isStopping)
      .catch((error: unknown) => context.log.warn({ err: error }, 'a webhook failed; trying again'))
      .finally(() => {
        sending.delete(id)
        if (again.delete(id)) send(id)
      })
    sending.set(id, sent)
  }

  const unhear = live.hear('webhooks', look)
  void live.ready().then(look)
  const timer = setInterval(look, everyMs)
  timer.unref()
  return {
    async stop() {
      isStopping = true
      unhear()
      clearInterval(timer)
      await looking
      await Promise.all(sending.values())
    },
  }
}
