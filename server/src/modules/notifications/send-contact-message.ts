import type { ContactAnswer } from '#contract/contact.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { formError, isTrapped, readContactForm } from './contact-form.ts'
import { addContactMessage } from './queries.ts'

/** A person has a few things to say, not a hundred. */
const messagesFromNetwork: Limit = { name: 'contact: network', burst: 5, perSeconds: 10 * 60 }
/** What the laboratory's mailbox takes from all networks together. */
const messagesFromEveryone: Limit = { name: 'contact: all', burst: 200, perSeconds: 60 * 60 }

type Sent = { status: number; answer: ContactAnswer; retryAfterSeconds?: number | undefined }

/** Stores a message of the contact form and tells the laboratory by mail, both or neither. Speaks the form protocol. */
export async function sendContactMessage(context: Context, formId: string, body: unknown): Promise<Sent> {
  const { config, clock, db, network } = context
  const isOurs = config.contact.url === '/api/contact' && formId === config.contact.formId
  if (!isOurs) return { status: 404, answer: formError('FORM_NOT_FOUND', 'This form does not exist.') }
  if (isTrapped(body)) return { status: 403, answer: formError('BLOCKED', 'This looks like spam.') }
  const read = readContactForm(body)
  if ('answer' in read) return { status: 422, answer: read.answer }
  const blocked = await spendOrBlock(context)
  if (blocked) return blocked
  await inTransaction(db, async (tx) => {
    const within = { ...context, db: tx }
    const id = uuidv7(clock)
    await addContactMessage(tx, { id, ...read.fields, network, received_at: clock.now() })
    const { email } = await laboratorySettings(within)
    await post(within, { kind: 'contact_message', to: email, payload: { contactMessageId: id } })
  })
  context.wakeOutbox()
  return { status: 200, answer: { next: '/contact' } }
}

async function spendOrBlock(context: Context): Promise<Sent | null> {
  try {
    await spend(context, messagesFromNetwork, context.network)
    await spend(context, messagesFromEveryone, 'all')
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { retryAfterSeconds } = error.detail
    return { status: error.status, answer: formError('BLOCKED', error.message), retryAfterSeconds }
  }
}
