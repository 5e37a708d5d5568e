import { hours } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { readContactFormKey } from './queries-contact.ts'
import { readSigned, signed } from './signed.ts'

const purpose = 'shown'

/** How long a pass is valid, so that a program cannot keep one to look slow. */
const life = hours(24)

/** Whether this laboratory receives messages through its own form. */
export const isOwnForm = ({ config }: Pick<Context, 'config'>, formId: string): boolean =>
  config.contact.url === '/api/contact' && formId === config.contact.formId

/** The signed time at which the form was shown: the sender cannot choose it. */
export async function showContactForm(context: Context, formId: string): Promise<{ shown: string }> {
  if (!isOwnForm(context, formId)) throw notFound('This form')
  const at = context.clock.now().getTime().toString(36)
  return { shown: signed(await readContactFormKey(context.db), purpose, at) }
}

/** Milliseconds since the form was shown; null without a valid pass of the last day. */
export async function shownFor({ db, clock }: Context, pass: unknown): Promise<number | null> {
  if (typeof pass !== 'string') return null
  const at = readSigned(await readContactFormKey(db), purpose, pass)
  if (at === null) return null
  const passed = clock.now().getTime() - Number.parseInt(at, 36)
  return passed <= life ? passed : null
}
