import {
  hasBody,
  hasTitle,
  type MessageForm,
  type MessageKind,
  type MessageText,
} from '#contract/message-kinds.ts'
import type { Language } from '#contract/options.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { twi } from './twi.ts'
import type { Wordings } from './wording.ts'

const wordings: Readonly<Record<Language, Wordings>> = { en: english, fr: french, tw: twi }
const greetings: Readonly<Record<Language, string>> = {
  en: 'Hello {name},',
  fr: 'Bonjour {name},',
  tw: 'Hello {name},',
}

/** The text that a message has until the laboratory writes another. Empty where the kind has no such form. */
export function builtInText(kind: MessageKind, language: Language, form: MessageForm): MessageText {
  const { subject = '', mail = '', greets, sms = '', push = ['', ''], ...said } = wordings[language][kind]
  const greeting = mail === '' || greets === false ? '' : `${greetings[language]}\n\n`
  const text = {
    email: { title: subject, body: greeting + mail },
    sms: { title: '', body: sms },
    push: { title: push[0], body: push[1] },
    app: { title: said.app ?? push[0], body: '' },
  }[form]
  return { title: hasTitle(form) ? text.title : '', body: hasBody(form) ? text.body : '' }
}
