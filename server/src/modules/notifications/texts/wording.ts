import type { MessageKind } from '#contract/message-kinds.ts'

/** The words of a message as we wrote them; forms that a kind does not have are left out. */
type Wording = {
  subject: string
  /** Paragraphs with an empty line between them. */
  mail: string
  sms?: string
  push?: readonly [title: string, body: string]
  app?: string
}
export type Wordings = Readonly<Record<MessageKind, Wording>>
