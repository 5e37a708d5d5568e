import { deliveryReasons } from '#contract/delivery-reasons.ts'
import type { Context } from './context.ts'

/** The failed attempt to send a message that could not be written. */
const unwritten = { status: null, error: deliveryReasons.notWritten, wait: 0 }

/**
 * The body of a message that is about to be sent. If it cannot be written, the attempt counts as a failed one, so that the message is not
 * tried for ever. `about` names the message in the log.
 */
export const orUnwritten = <Body>(
  { log }: Pick<Context, 'log'>,
  about: Readonly<Record<string, string>>,
  body: Promise<Body>,
): Promise<Body | typeof unwritten> =>
  body.catch((error: unknown) => {
    log.error({ err: error, ...about }, 'a message could not be written')
    return unwritten
  })
