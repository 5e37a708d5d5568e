import { controlIdOf } from '#server/modules/instruments/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { answerMessage, answerTo, unreadable } from './answer-message.ts'
import { acknowledgementIn } from './await-answer.ts'
import { keepReceived } from './keep-message.ts'
import type { ConnectionRow } from './queries-connections.ts'
import { settleFiled } from './queries-files.ts'
import { answerType } from './write-answer.ts'
import { batchFile } from './write-batch.ts'

/**
 * Takes the messages of a file as if they had come over a line. An acknowledgement settles the message that it answers. Returns the
 * acknowledgements as a batch file, and how many messages there were of each outcome.
 */
export async function takeFile(context: SignedIn, connection: ConnectionRow, messages: readonly Buffer[]) {
  const { clock } = context
  const answers: Buffer[] = []
  const counts = { accepted: 0, 'not accepted': 0, acknowledgements: 0 }
  for (const bytes of messages) {
    const acknowledgement = acknowledgementIn(bytes, connection.encoding)
    if (acknowledgement) {
      await settleFiled(context.db, connection.id, acknowledgement)
      counts.acknowledgements++
      continue
    }
    // Without an actor: the client acts, not the manager who adds its file.
    const byClient = { ...context, actor: null }
    const kept = await keepReceived(byClient, connection, { bytes, peer: 'file' })
    const segments = (await answerTo(byClient, kept)) ?? ''
    const envelope = kept.envelope ?? unreadable
    counts[segments.startsWith('MSA|AA') ? 'accepted' : 'not accepted']++
    const answer = answerMessage(context, connection, envelope, {
      type: answerType(envelope.header),
      segments,
    })
    answers.push(Buffer.from(answer, connection.encoding))
  }
  const now = clock.now()
  const said = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${outcome} ${count}`)
  return {
    acknowledgements: batchFile(connection, { id: controlIdOf(uuidv7(clock)), name: '', now }, answers),
    counts: said.join(', '),
  }
}
