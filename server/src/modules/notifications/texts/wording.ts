import type { MessageKind } from '#contract/message-kinds.ts'

/** The built-in texts of a message. */
type Wording = {
  subject: string
  /** Paragraphs with an empty line between them. */
  mail: string
  sms?: string
  push?: readonly [title: string, body: string]
  app?: string
}
export type Wordings = Readonly<Record<MessageKind, Wording>>
