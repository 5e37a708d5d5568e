import { z } from 'zod'
import type { Language } from '#contract/options.ts'
import { languages } from '#contract/options.ts'
import { readLanguage, readLanguageAt } from '#server/modules/access/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { OutboxRow } from './queries.ts'
import { visitIdOf } from './visit-id-of.ts'
import { reachedOf, settingsOf } from './within-batch.ts'

const said = z.object({ language: z.enum(languages) })

/**
 * The language of a message: if there was no account yet, the language that the browser requested; else that of the visit's account,
 * even if it is closed, or of the account with the address; else that of the laboratory.
 */
export async function languageOf(
  context: Context,
  { payload, recipient }: Pick<OutboxRow, 'payload' | 'recipient'>,
): Promise<Language> {
  const asked = said.safeParse(payload).data?.language
  if (asked) return asked
  const visitId = visitIdOf(payload)
  const visit = visitId === undefined ? undefined : await reachedOf(context, visitId)
  if (visit === undefined && recipient === '') return (await settingsOf(context)).language
  const own = visit?.accountId
    ? await readLanguage(context.db, visit.accountId)
    : await readLanguageAt(context.db, recipient)
  return own ?? (await settingsOf(context)).language
}
