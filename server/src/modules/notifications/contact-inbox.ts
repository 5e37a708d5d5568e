import type { contactMessages } from '#contract/contact.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import {
  countContactMessages,
  listContactAnswers,
  listContactMessages as listRows,
  listThread,
  openContactMessage,
} from './queries-contact.ts'

/** The messages of the contact form, newest first, a page at a time. */
export async function listContactMessages(
  { db }: SignedIn,
  { state, ...query }: QueryOf<typeof contactMessages>,
) {
  return { ...(await listRows(db, state ?? null, query)), counts: await countContactMessages(db) }
}

/** A message with its answers; one of a signed-in patient with the whole conversation. */
export async function readContactMessage({ db }: SignedIn, id: string) {
  const message = await openContactMessage(db, id)
  if (!message) throw notFound('This message')
  const { sorter: by, sortedAt: at, accountId } = message
  const sorted = by !== null && at !== null ? { by, at } : null
  const thread = accountId === null ? [] : await listThread(db, accountId)
  return { ...message, sorted, answers: await listContactAnswers(db, id), thread }
}
