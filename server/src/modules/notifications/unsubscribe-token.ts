import type { Context } from '#server/platform/context.ts'
import { readUnsubscribeKey } from './queries-stops.ts'
import { readSigned, signed } from './signed.ts'
import { once } from './within-batch.ts'

const purpose = 'unsubscribe'

/**
 * The two unsubscribe links of an e-mail: one for people, with the token behind the #, and one for mail programs. The token is the signed
 * id of the message: it reveals neither address nor topic, and cannot be forged.
 */
export async function unsubscribeLinks(context: Context, outboxId: string) {
  const key = once(context, 'unsubscribe', () => readUnsubscribeKey(context.db))
  const token = signed(await key, purpose, outboxId)
  const { publicUrl } = context.config
  return {
    token,
    page: `${publicUrl}/unsubscribe#token=${token}`,
    oneClick: `${publicUrl}/api/unsubscribe/${token}`,
  }
}

/** The id of the message with which a link was sent; null if its signature is not ours. */
export async function readToken({ db }: Pick<Context, 'db'>, token: string): Promise<string | null> {
  return readSigned(await readUnsubscribeKey(db), purpose, token)
}
