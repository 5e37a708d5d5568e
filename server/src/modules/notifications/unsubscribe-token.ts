import type { Context } from '#server/platform/context.ts'
import { readUnsubscribeKey } from './queries-stops.ts'
import { readSigned, signed } from './signed.ts'
import { once } from './within-batch.ts'

const purpose = 'unsubscribe'

/**
 * The link by which whoever has a mail turns its topic off for its address. It names the message alone, signed: neither
 * address nor topic stands in an address of the web, and nobody makes one for a mail that they did not get.
 */
export async function unsubscribeLink(context: Context, outboxId: string): Promise<string> {
  const key = once(context, 'unsubscribe', () => readUnsubscribeKey(context.db))
  return `${context.config.publicUrl}/api/unsubscribe/${signed(await key, purpose, outboxId)}`
}

/** The message that a link was sent with; null when we never wrote it. */
export async function readToken({ db }: Pick<Context, 'db'>, token: string): Promise<string | null> {
  return readSigned(await readUnsubscribeKey(db), purpose, token)
}
