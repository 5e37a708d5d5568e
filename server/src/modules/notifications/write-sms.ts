import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import type { OutboxKind } from '#server/platform/outbox.ts'
import { collectValues } from './collect-values.ts'
import { languageOf } from './language-of.ts'
import type { OutboxRow } from './queries.ts'
import { fitGsm7 } from './sms-length.ts'
import { currentText } from './texts/current-text.ts'
import { fillLine } from './texts/fill-text.ts'

const answered = z.object({ text: z.string() })

/**
 * The text of a row's SMS; null if its subject does not exist any more. It contains no name, test or value: an SMS is shown on locked
 * screens and read by anybody who holds the phone.
 */
export async function writeSms(context: Context, row: OutboxRow): Promise<string | null> {
  if (row.kind === 'sms_answer') return fitGsm7(answered.parse(row.payload).text)
  const language = await languageOf(context, row)
  const collected = await collectValues(context, row, { form: 'sms', language })
  const { body } = await currentText(context, { kind: row.kind as OutboxKind, language, form: 'sms' })
  return collected && body !== '' ? fitGsm7(fillLine(body, collected.values, language)) : null
}
