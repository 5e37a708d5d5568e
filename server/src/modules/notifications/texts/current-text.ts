import type { MessageText } from '#contract/message-kinds.ts'
import type { Context } from '#server/platform/context.ts'
import { findLatestText, type TextKey } from '../queries-texts.ts'
import { once } from '../within-batch.ts'
import { builtInText } from './built-in-texts.ts'

/** The text in force: the laboratory's latest version, else the built-in one. */
export async function currentText(context: Pick<Context, 'db'>, key: TextKey): Promise<MessageText> {
  const { kind, language, form } = key
  const edited = await once(context, `text ${kind} ${language} ${form}`, () =>
    findLatestText(context.db, key),
  )
  return edited?.title != null && edited.body !== null
    ? { title: edited.title, body: edited.body }
    : builtInText(key.kind, key.language, key.form)
}
