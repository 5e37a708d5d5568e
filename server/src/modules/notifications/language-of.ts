import { z } from 'zod'
import type { Language } from '#contract/options.ts'
import { languages } from '#contract/options.ts'
import { readLanguage } from '#server/modules/access/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { OutboxRow } from './queries.ts'
import { visitIdOf } from './visit-id-of.ts'
import { reachedOf, settingsOf } from './within-batch.ts'

const said = z.object({ language: z.enum(languages) })

/**
 * The language that a message is read in: of the account that the visit belongs to or that has the address, also one
 * that was closed; what the browser asked for, before there is one; else the laboratory's.
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
  const own = await readLanguage(
    context.db,
    visit?.accountId ? { id: visit.accountId } : { address: recipient },
  )
  return own ?? (await settingsOf(context)).language
}
