import type { Context } from '#server/platform/context.ts'
import { readUnsubscribeKey } from './queries-stops.ts'
import { readSigned, signed } from './signed.ts'
import { once } from './within-batch.ts'

const purpose = 'unsubscribe'

/**
 * The link with which the reader of an e-mail unsubscribes its address from its topic. It contains the signed id of the message:
 * the URL reveals neither address nor topic, and nobody can make a link for an e-mail that they did not get.
 */
export async function unsubscribeLink(context: Context, outboxId: string): Promise<string> {
  const key = once(context, 'unsubscribe', () => readUnsubscribeKey(context.db))
  return `${context.config.publicUrl}/api/unsubscribe/${signed(await key, purpose, outboxId)}`
}

/** The id of the message with which a link was sent; null if its signature is not ours. */
export async function readToken({ db }: Pick<Context, 'db'>, token: string): Promise<string | null> {
  return readSigned(await readUnsubscribeKey(db), purpose, token)
}
