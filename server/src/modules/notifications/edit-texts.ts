import type { BodyOf, ResponseInput } from '#contract/endpoint.ts'
import { hasBody, type MessageText, messageKindNames, rulesOf } from '#contract/message-kinds.ts'
import type * as contract from '#contract/message-texts.ts'
import { languages } from '#contract/options.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid } from '#server/platform/errors.ts'
import { asHtml, asText } from './letter.ts'
import { addTextVersion, findLatestText, listLatestTexts, type TextKey } from './queries-texts.ts'
import { fitGsm7, smsLength } from './sms-length.ts'
import { builtInText } from './texts/built-in-texts.ts'
import { problemsOf } from './texts/check-text.ts'
import { fillLine, fillParagraphs } from './texts/fill-text.ts'
import { sampleValues } from './texts/sample-values.ts'

/** All texts in force; of edited ones with their author. */
export async function listTexts({
  db,
  config,
}: SignedIn): Promise<ResponseInput<typeof contract.messageTexts>> {
  const latest = await listLatestTexts(db)
  const texts = messageKindNames.flatMap((kind) =>
    languages.flatMap((language) =>
      rulesOf(kind).forms.map((form) => {
        const row = latest.find((one) => one.kind === kind && one.language === language && one.form === form)
        const own = row?.title != null && row.body !== null ? { title: row.title, body: row.body } : undefined
        return {
          kind,
          language,
          form,
          ...(own ?? builtInText(kind, language, form)),
          version: row?.version ?? 0,
          edited: row && own ? { by: row.editor, at: row.editedAt } : null,
        }
      }),
    ),
  )
  return { texts, smsConnected: config.sms !== null }
}

/** A preview of a text with sample values, and its errors. */
export async function previewText(
  context: SignedIn,
  { title, body, ...key }: BodyOf<typeof contract.previewText>,
): Promise<ResponseInput<typeof contract.previewText>> {
  const { language, form } = key
  const values = await sampleValues(context, key)
  const line = (text: string) => fillLine(text, values, language)
  const sms = form === 'sms' ? fitGsm7(line(body)) : null
  const length = sms === null ? null : smsLength(sms)
  const shown = { title: line(title), sms: length, problems: problemsOf(key, { title, body }, length) }
  if (form !== 'email') return { ...shown, text: sms ?? (hasBody(form) ? line(body) : ''), html: null }
  const { name, address, phone } = await laboratorySettings(context)
  const letter = {
    language,
    subject: shown.title,
    parts: fillParagraphs(body, values, language),
    signature: [name, address, phone],
    stop: null,
  }
  return { ...shown, text: asText(letter), html: asHtml(letter) }
}

type Saved = ResponseInput<typeof contract.saveText>

/** Replaces a text, also for messages that wait in the outbox. */
export async function saveText(
  context: SignedIn,
  { version, ...asked }: BodyOf<typeof contract.saveText>,
): Promise<Saved> {
  const { problems } = await previewText(context, asked)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const { title, body, ...key } = asked
  return {
    message: 'The text is saved and used from now on.',
    text: await add(context, key, version, { title, body }),
  }
}

/** Returns to the built-in text by adding a version without words. */
export async function restoreText(
  context: SignedIn,
  { version, ...key }: BodyOf<typeof contract.restoreText>,
): Promise<Saved> {
  return { message: 'The built-in text is used again.', text: await add(context, key, version, null) }
}

/** Adds the version after `version`; refuses if somebody else has added it. */
async function add(
  context: SignedIn,
  key: TextKey,
  version: number,
  text: MessageText | null,
): Promise<Saved['text']> {
  const { actor, clock } = context
  const at = clock.now()
  return transact(context, async (inside) => {
    const before = await findLatestText(inside.db, key)
    if ((before?.version ?? 0) !== version) throw changedMeanwhile('This text')
    const row = { ...key, version: version + 1, title: text?.title ?? null, body: text?.body ?? null }
    const added = await addTextVersion(inside.db, { ...row, editedBy: actor.accountId, editedAt: at })
    if (!added) throw changedMeanwhile('This text')
    const { kind, language, form } = key
    await audit(inside, {
      action: text ? 'message_text.changed' : 'message_text.restored',
      subject: { kind: 'message_text', id: `${kind}.${language}.${form}` },
      before: before?.title != null ? { title: before.title, body: before.body } : undefined,
      after: text ?? undefined,
    })
    return {
      ...key,
      ...(text ?? builtInText(kind, language, form)),
      version: row.version,
      edited: text && { by: actor.fullName, at },
    }
  })
}
