import type { MessageText } from '#contract/message-kinds.ts'
import type { Context } from '#server/platform/context.ts'
import { findLatestText, type TextKey } from '../queries-texts.ts'
import { builtInText } from './built-in-texts.ts'

/** The text in force: what the laboratory wrote last, else ours. */
export async function currentText({ db }: Pick<Context, 'db'>, key: TextKey): Promise<MessageText> {
  const edited = await findLatestText(db, key)
  return edited?.title != null && edited.body !== null
    ? { title: edited.title, body: edited.body }
    : builtInText(key.kind, key.language, key.form)
}
