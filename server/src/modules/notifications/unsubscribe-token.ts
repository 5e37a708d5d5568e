import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { readUnsubscribeKey } from './queries-stops.ts'
import { once } from './within-batch.ts'

/**
 * The link by which whoever has a mail turns its topic off for its address. It names the message alone, signed: neither
 * address nor topic stands in an address of the web, and nobody makes one for a mail that they did not get.
 */
export async function unsubscribeLink(context: Context, outboxId: string): Promise<string> {
  const key = once(context, 'unsubscribe', () => readUnsubscribeKey(context.db))
  const token = `${outboxId}.${signatureOf(await key, outboxId)}`
  return `${context.config.publicUrl}/api/unsubscribe/${token}`
}

/** The message that a link was sent with; null when we never wrote it. */
export async function readToken({ db }: Pick<Context, 'db'>, token: string): Promise<string | null> {
  const [id = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(await readUnsubscribeKey(db), id))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given) ? id : null
}

const signatureOf = (key: Buffer, id: string) =>
  createHmac('sha256', key).update(`unsubscribe ${id}`).digest('base64url')
