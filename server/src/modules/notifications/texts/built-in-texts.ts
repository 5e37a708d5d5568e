import type { MessageForm, MessageKind, MessageText } from '#contract/message-kinds.ts'
import { hasBody, hasTitle } from '#contract/message-kinds.ts'
import type { Language } from '#contract/options.ts'
import { english } from './english.ts'
import { french } from './french.ts'

/** The words of a message as we wrote them; forms that a kind does not have are left out. */
export type Wording = {
  subject: string
  /** Paragraphs with an empty line between them. */
  mail: string
  sms?: string
  push?: readonly [title: string, body: string]
  app?: string
}
export type Wordings = Readonly<Record<MessageKind, Wording>>

const wordings: Readonly<Record<Language, Wordings>> = { en: english, fr: french }

/** The text that a message has until the laboratory writes another. Empty where the kind has no such form. */
export function builtInText(kind: MessageKind, language: Language, form: MessageForm): MessageText {
  const { subject, mail, sms = '', push = ['', ''], app = '' } = wordings[language][kind]
  const text = {
    email: { title: subject, body: mail },
    sms: { title: '', body: sms },
    push: { title: push[0], body: push[1] },
    app: { title: app, body: '' },
  }[form]
  return { title: hasTitle(form) ? text.title : '', body: hasBody(form) ? text.body : '' }
}
