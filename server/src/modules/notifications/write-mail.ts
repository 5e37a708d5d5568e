import type { NotificationTopic } from '#contract/notifications.ts'
import type { Language } from '#contract/options.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { Mail } from '#server/platform/mail.ts'
import type { OutboxKind, SecretKind } from '#server/platform/outbox.ts'
import { collectValues } from './collect-values.ts'
import { languageOf } from './language-of.ts'
import { asHtml, asText, type Letter } from './letter.ts'
import type { OutboxRow, Said } from './queries.ts'
import { secretsIn, struckOut } from './struck-out.ts'
import { currentText } from './texts/current-text.ts'
import { fillLine, fillParagraphs } from './texts/fill-text.ts'
import { unsubscribeLinks } from './unsubscribe-token.ts'
import { topicOf } from './ways.ts'
import { settingsOf } from './within-batch.ts'

/** How long a mail with a code can be sent: an expired code would only confuse. Milliseconds. */
const worth: Readonly<Record<SecretKind, number>> = {
  registration_code: minutes(10),
  mail_code: minutes(10),
  phone_code: minutes(10),
  password_reset: minutes(30),
  email_change: hours(24),
  result_link: days(2),
  technician_invited: days(7),
  manager_invited: days(7),
  clinician_invited: days(7),
}

/** Codes are deleted once delivered: the person can request another. */
export const carriesCode = (kind: string): kind is SecretKind => Object.hasOwn(worth, kind)

export const isOutdated = ({ kind, createdAt }: OutboxRow, now: Date): boolean =>
  carriesCode(kind) && now.getTime() >= createdAt.getTime() + worth[kind]

/**
 * The mail of a row of the outbox, and the copy that may be kept and read: without its code and the secret part of its links. Null if
 * its subject does not exist any more.
 */
export async function writeMail(
  context: Context,
  row: OutboxRow,
): Promise<{ mail: Mail; said: Said } | null> {
  const language = await languageOf(context, row)
  const collected = await collectValues(context, row, { form: 'email', language })
  if (!collected) return null
  const { values, ...attached } = collected
  const { name, address, phone } = await settingsOf(context)
  const { title, body } = await currentText(context, {
    kind: row.kind as OutboxKind,
    language,
    form: 'email',
  })
  const subject = fillLine(title, values, language)
  const topic = topicOf(row.kind)
  const stop = topic && { topic, ...(await unsubscribeLinks(context, row.id)) }
  const letter: Letter = {
    language,
    subject,
    parts: fillParagraphs(body, values, language),
    signature: [name, address, phone],
    stop: stop && { link: stop.page, label: stopWords[language][stop.topic] },
  }
  const text = asText(letter)
  const secrets = [...secretsIn(row.secret), stop ? stop.token : '']
  const said = { subject: struckOut(subject, secrets), body: struckOut(text, secrets), segments: null }
  const mail = {
    id: row.id,
    at: row.createdAt,
    to: row.recipient,
    sender: name,
    subject,
    ...attached,
    text,
    html: asHtml(letter),
    ...(stop && { list: { id: stop.topic, name: `${name}: ${stop.topic}`, unsubscribe: stop.oneClick } }),
  }
  return { mail, said }
}

const stopWords: Readonly<Record<Language, Readonly<Record<NotificationTopic, string>>>> = {
  en: {
    visits: 'No more e-mails about visits to this address',
    reminders: 'No more reminders to this address',
    results: 'No more e-mails about results to this address',
  },
  fr: {
    visits: 'Ne plus recevoir d’e-mails sur les visites à cette adresse',
    reminders: 'Ne plus recevoir de rappels à cette adresse',
    results: 'Ne plus recevoir d’e-mails sur les résultats à cette adresse',
  },
  tw: {
    visits: 'Mfa e-mail a ɛfa me berɛ ho mma address yi bio',
    reminders: 'Nkae me bio wɔ address yi so',
    results: 'Mfa e-mail a ɛfa results ho mma address yi bio',
  },
}
