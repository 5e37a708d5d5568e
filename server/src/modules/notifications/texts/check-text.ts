import type { FieldErrors } from '#contract/errors.ts'
import {
  hasBody,
  hasTitle,
  type MessageText,
  mayHold,
  mostBody,
  mostSegments,
  mustHold,
  namesIn,
  type Placeholder,
  rulesOf,
} from '#contract/message-kinds.ts'
import type { TextKey } from '../queries-texts.ts'
import type { SmsLength } from '../sms-length.ts'

/**
 * Why a text cannot be used, by its field; empty when it can. A placeholder that the form may not hold (a name or a test
 * in an SMS) is refused as one that does not exist.
 */
export function problemsOf(
  { kind, form }: TextKey,
  { title, body }: MessageText,
  sms: SmsLength | null,
): FieldErrors {
  if (!rulesOf(kind).forms.includes(form)) return { form: ['This message has no such form'] }
  const problems: Record<string, string[]> = {}
  const say = (field: 'title' | 'body', fault: string) => {
    problems[field] = [...(problems[field] ?? []), fault]
  }
  const main = hasBody(form) ? 'body' : 'title'
  const may = mayHold(kind, form)
  for (const [field, text, wanted] of [
    ['title', title, hasTitle(form)],
    ['body', body, hasBody(form)],
  ] as const) {
    if (wanted && text === '') say(field, 'Write something here')
    if (!wanted && text !== '')
      say(main, `There is no ${field === 'title' ? 'first line' : 'text'} in this form`)
    for (const name of namesIn(text)) {
      if (!may.includes(name as Placeholder)) say(field, `{${name}} does not exist here`)
    }
    if (/[{}]/.test(text.replace(/\{[^{}\n]*\}/g, ''))) say(field, 'A brace is left open: write {name}')
  }
  const held = namesIn(`${title}\n${body}`)
  for (const name of mustHold(kind, form)) {
    if (!held.includes(name)) say(main, `{${name}} is missing: without it the message helps nobody`)
  }
  const most = mostBody[form]
  if (hasBody(form) && body.length > most) say('body', `At most ${most} characters`)
  if (sms && sms.segments > mostSegments) {
    say('body', `Too long: ${sms.segments} SMS, and at most ${mostSegments} are sent`)
  }
  return problems
}
