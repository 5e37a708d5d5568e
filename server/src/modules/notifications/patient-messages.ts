import type { writeToLaboratory as writeContract } from '#contract/contact.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { addContactMessage, addresseeOf, listThread } from './queries-contact.ts'

/** The conversation of a signed-in patient with the laboratory. It lies in the inbox of the contact form. */

const messagesOfAccount: Limit = { name: 'messages: account', burst: 10, perSeconds: 60 * 60 }

export const readThread = async ({ db, actor }: SignedIn) => ({
  entries: await listThread(db, actor.accountId),
})

/** Stores the message and tells the laboratory that there is one, both or neither. The mail does not contain the text. */
export async function writeToLaboratory(context: SignedIn, { text }: BodyOf<typeof writeContract>) {
  const { actor, clock, network } = context
  await spend(context, messagesOfAccount, actor.accountId)
  await transact(context, async (within) => {
    const { fullName, email } = required(await addresseeOf(within.db, actor.accountId), 'This account')
    const id = uuidv7(clock)
    await addContactMessage(within.db, {
      id,
      accountId: actor.accountId,
      name: fullName,
      email,
      message: text,
      network,
      receivedAt: clock.now(),
    })
    const settings = await laboratorySettings(within)
    await post(within, { kind: 'contact_message', to: settings.email, payload: { contactMessageId: id } })
  })
  return readThread(context)
}
