import type { Hl7Call } from './hl7-call.ts'
import { moveMessage } from './queries-messages.ts'

/** Stores a message before it is sent. Characters that the encoding of the connection does not have become question marks. */
export async function keepBytes({ db, connection }: Hl7Call, id: string, text: string): Promise<Buffer> {
  const { encoding } = connection
  const bytes = Buffer.from(encoding === 'latin1' ? text.replace(/[^\0-\xff]/gu, '?') : text, encoding)
  await moveMessage(db, id, ['waiting'], { bytes })
  return bytes
}
