import type { ContactAnswer } from '#contract/contact.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend, spendOfNetwork } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { besidesFields, type ContactFields, formError, readContactForm } from './contact-form.ts'
import { isOwnForm, shownFor } from './contact-pass.ts'
import { addContactMessage } from './queries-contact.ts'
import { isProbablySpam, spamSigns } from './spam-signs.ts'

/** The limit for one network. */
const messagesFromNetwork: Limit = { name: 'contact: network', burst: 5, perSeconds: 10 * 60 }
/** The limit for all networks together. */
const messagesFromEveryone: Limit = { name: 'contact: all', burst: 200, perSeconds: 60 * 60 }

/** Anybody can enter any address: beyond this limit, its messages count as spam and are not refused. */
const messagesOfAddress: Limit = { name: 'contact: address', burst: 5, perSeconds: 60 * 60 }

type Sent = { status: number; answer: ContactAnswer; retryAfterSeconds?: number | undefined }

/**
 * Stores a message of the contact form and tells the laboratory by mail, both or neither. What is probably spam is
 * stored as such and not mailed: the manager sees it among the messages, and its sender sees no difference. Speaks the
 * form protocol.
 */
export async function sendContactMessage(context: Context, formId: string, body: unknown): Promise<Sent> {
  const { clock, network } = context
  if (!isOwnForm(context, formId)) {
    return { status: 404, answer: formError('FORM_NOT_FOUND', 'This form does not exist.') }
  }
  const read = readContactForm(body)
  if ('answer' in read) return { status: 422, answer: read.answer }
  const blocked = await spendOrBlock(context)
  if (blocked) return blocked
  const signs = await signsOf(context, read.fields, body)
  const isSpam = isProbablySpam(signs)
  await transact(context, async (within) => {
    const id = uuidv7(clock)
    await addContactMessage(within.db, {
      id,
      ...read.fields,
      network,
      receivedAt: clock.now(),
      state: isSpam ? 'spam' : 'open',
      signs,
    })
    if (isSpam) return
    const { email } = await laboratorySettings(within)
    await post(within, { kind: 'contact_message', to: email, payload: { contactMessageId: id } })
  })
  return { status: 200, answer: { next: '/contact' } }
}

async function signsOf(context: Context, { name, email, message }: ContactFields, body: unknown) {
  const { trapped, pass } = besidesFields(body)
  return spamSigns({
    name,
    message,
    trapped,
    shownFor: await shownFor(context, pass),
    isMany: await spend(context, messagesOfAddress, email).then(() => false, isOverLimit),
  })
}

function isOverLimit(error: unknown): true {
  if (error instanceof Refusal) return true
  throw error
}

async function spendOrBlock(context: Context): Promise<Sent | null> {
  try {
    await spendOfNetwork(context, messagesFromNetwork)
    await spend(context, messagesFromEveryone, 'all')
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { retryAfterSeconds } = error.detail
    return { status: error.status, answer: formError('BLOCKED', error.message), retryAfterSeconds }
  }
}
