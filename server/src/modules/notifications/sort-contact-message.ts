import type { answerContactMessage, ContactState, sortContactMessage } from '#contract/contact.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { readContactMessage } from './contact-inbox.ts'
import { addContactAnswer, addresseeOf, moveContactMessage } from './queries-contact.ts'

/** Answers a message: of the contact form by e-mail, of a signed-in patient in the product. If two people answer at once, the second is told, and keeps their text. */
export async function answerContact(
  context: SignedIn,
  id: string,
  { text }: BodyOf<typeof answerContactMessage>,
) {
  const { actor, clock } = context
  const answered = await transact(context, async (within) => {
    const at = clock.now()
    const sorted = { state: 'answered', sortedBy: actor.accountId, sortedAt: at } as const
    const moved = await moveContactMessage(within.db, id, { from: 'open', ...sorted })
    if (!moved) return false
    const answerId = uuidv7(clock)
    await addContactAnswer(within.db, {
      id: answerId,
      contactMessageId: id,
      text,
      answeredBy: actor.accountId,
      answeredAt: at,
    })
    await sendAnswer(within, moved, answerId)
    await audit(within, { action: 'contact.answered', subject: { kind: 'contact_message', id } })
    return true
  })
  if (!answered) throw await whyNot(context, id, 'Your answer was not sent.')
  return { message: 'Your answer is on its way.', contact: await readContactMessage(context, id) }
}

/** Patients are told that there is an answer; it may be about their health, so the message does not contain it. */
async function sendAnswer(
  within: SignedIn,
  { email, accountId }: { email: string; accountId: string | null },
  contactAnswerId: string,
): Promise<void> {
  if (accountId === null) {
    return post(within, { kind: 'contact_answer', to: email, payload: { contactAnswerId } })
  }
  const account = await addresseeOf(within.db, accountId)
  if (!account) return
  const { fullName } = account
  await post(within, { kind: 'desk_answered', to: reachedAt(account), payload: { fullName } })
}

const says: Readonly<Record<'open' | 'done' | 'spam', string>> = {
  open: 'The message is open again.',
  done: 'The message is done.',
  spam: 'The message is marked as spam.',
}

/** Marks a message as done or as spam, or opens it again. */
export async function sortContact(
  context: SignedIn,
  id: string,
  { from, to }: BodyOf<typeof sortContactMessage>,
) {
  const { actor, clock } = context
  const moved = await transact(context, async (within) => {
    const sorted = { state: to, sortedBy: actor.accountId, sortedAt: clock.now() }
    if (!(await moveContactMessage(within.db, id, { from, ...sorted }))) return false
    const subject = { kind: 'contact_message', id }
    const states = { before: { state: from }, after: { state: to } }
    await audit(within, { action: 'contact.sorted', subject, ...states })
    return true
  })
  if (!moved) throw await whyNot(context, id, 'Nothing was changed.')
  return { message: says[to], contact: await readContactMessage(context, id) }
}

const became: Readonly<Record<ContactState, (by: string) => string>> = {
  open: (by) => `${by} opened this again meanwhile.`,
  answered: (by) => `${by} answered this meanwhile.`,
  done: (by) => `${by} marked this as done meanwhile.`,
  spam: (by) => `${by} marked this as spam meanwhile.`,
}

/** @throws where the message is not there */
async function whyNot(context: SignedIn, id: string, kept: string): Promise<Refusal> {
  const { state, sorted } = await readContactMessage(context, id)
  const said =
    state === 'spam' && sorted === null
      ? 'This was put aside as spam: open it first.'
      : became[state](sorted?.by ?? 'Somebody')
  return new Refusal('changed_meanwhile', `${said} ${kept}`)
}
