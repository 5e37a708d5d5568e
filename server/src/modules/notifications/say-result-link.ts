import type { SignedIn } from '#server/platform/context.ts'
import { resultLink } from './collect-values.ts'
import { languageOf } from './language-of.ts'
import { currentText } from './texts/current-text.ts'
import { fillLine } from './texts/fill-text.ts'
import { settingsOf } from './within-batch.ts'

/** The address of a result link, and its text as an SMS has it, for other ways of sending it. */
export async function sayResultLink(
  context: SignedIn,
  { siteId, visitId, token }: { siteId: string; visitId: string; token: string },
) {
  const language = await languageOf(context, { payload: { siteId, visitId }, recipient: '' })
  const { body } = await currentText(context, { kind: 'result_link', language, form: 'sms' })
  const { name, phone } = await settingsOf(context)
  const address = resultLink(context, token)
  return { address, text: fillLine(body, { laboratory: name, phone, link: address }, language) }
}
