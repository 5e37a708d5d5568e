import type { Selectable } from 'kysely'
import type { contactMessages, OpenedMessage } from '#contract/contact.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { mapPage } from '#server/platform/list.ts'
import type { ContactMessage } from '#server/platform/schema.gen.ts'
import {
  countContactMessages,
  listContactAnswers,
  listContactMessages as listRows,
  openContactMessage,
} from './queries-contact.ts'

/** The messages of the contact form, newest first, a page at a time. */
export async function listContactMessages(
  { db }: SignedIn,
  { state, ...query }: QueryOf<typeof contactMessages>,
): Promise<ResponseOf<typeof contactMessages>> {
  const page = await listRows(db, state ?? null, query)
  return { ...mapPage(page, messageOf), counts: await countContactMessages(db) }
}

/** A message with its answers. */
export async function readContactMessage({ db }: SignedIn, id: string): Promise<OpenedMessage> {
  const row = await openContactMessage(db, id)
  if (!row) throw notFound('This message')
  const answers = await listContactAnswers(db, id)
  const { sorter, sortedAt } = row
  return {
    ...messageOf(row),
    sorted: sorter !== null && sortedAt !== null ? { by: sorter, at: sortedAt.toISOString() } : null,
    answers: answers.map(({ at, ...answer }) => ({ ...answer, at: at.toISOString() })),
  }
}

const messageOf = ({ id, name, email, message, receivedAt, state, signs }: Selectable<ContactMessage>) => ({
  id,
  name,
  email,
  message,
  receivedAt: receivedAt.toISOString(),
  state,
  signs,
})
