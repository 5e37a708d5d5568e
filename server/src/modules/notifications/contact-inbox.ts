import type { Selectable } from 'kysely'
import type {
  ContactState,
  contactMessages,
  ContactMessage as Message,
  OpenedMessage,
  SpamSign,
} from '#contract/contact.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { may } from '#contract/permissions.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notAllowed, notFound } from '#server/platform/errors.ts'
import { mapPage } from '#server/platform/list.ts'
import type { ContactMessage } from '#server/platform/schema.gen.ts'
import {
  countContactMessages,
  listContactAnswers,
  listContactMessages as listRows,
  openContactMessage,
} from './queries-contact.ts'

/** What came in through the contact form, newest first, a page at a time. */
export async function listContactMessages(
  { db, actor }: SignedIn,
  { state, ...query }: QueryOf<typeof contactMessages>,
): Promise<ResponseOf<typeof contactMessages>> {
  if (!may(actor, 'messages')) throw notAllowed()
  const page = await listRows(db, state ?? null, query)
  return { ...mapPage(page, messageOf), counts: await countContactMessages(db) }
}

/** One of them with its answers. */
export async function readContactMessage({ db, actor }: SignedIn, id: string): Promise<OpenedMessage> {
  if (!may(actor, 'messages')) throw notAllowed()
  const row = await openContactMessage(db, id)
  if (!row) throw notFound('This message')
  const answers = await listContactAnswers(db, id)
  return {
    ...messageOf(row),
    sorted:
      row.sorter !== null && row.sortedAt !== null
        ? { by: row.sorter, at: row.sortedAt.toISOString() }
        : null,
    answers: answers.map(({ at, ...answer }) => ({ ...answer, at: at.toISOString() })),
  }
}

function messageOf(row: Selectable<ContactMessage>): Message {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    message: row.message,
    receivedAt: row.receivedAt.toISOString(),
    state: row.state as ContactState,
    signs: row.signs as SpamSign[],
  }
}
