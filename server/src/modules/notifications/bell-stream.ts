import { bellStream } from '#contract/push.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Streams } from '#server/platform/http/streams.ts'
import type { Live } from '#server/platform/live/listener.ts'

/** Notices within this time ring once. Milliseconds. */
const pauseMs = 100
const changed = 'event: changed\ndata: {}\n\n'

/**
 * Rings when notices of the signed-in person came or were read, wherever. What they are is read by the call that may:
 * nothing of them travels here.
 */
export function bellRoutes(serve: Serve, { live, streams }: { live: Live; streams: Streams }): void {
  serve(bellStream, async (context, { reply }) => {
    let ring = () => {}
    let pause: NodeJS.Timeout | undefined
    const stopHearing = live.hear(`notice:${context.actor.accountId}`, () => {
      pause ??= setTimeout(() => {
        pause = undefined
        ring()
      }, pauseMs)
    })
    const stop = () => {
      clearTimeout(pause)
      stopHearing()
    }
    try {
      await live.ready()
      const stream = streams.open(reply, context)
      stream.onClose(stop)
      ring = () => stream.send(changed)
      // For notices that came before the stream was open.
      ring()
    } catch (error) {
      stop()
      throw error
    }
  })
}
