import type { MessageKind } from '#contract/message-kinds.ts'

/** The built-in texts of a message. */
type Wording = {
  subject?: string
  /** Paragraphs with an empty line between them, after the greeting. */
  mail?: string
  greets?: false
  sms?: string
  push?: readonly [title: string, body: string]
  /** Without one, the title of the push message. */
  app?: string
}
export type Wordings = Readonly<Record<MessageKind, Wording>>
