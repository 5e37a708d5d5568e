import { type MessageKind, messageKinds, rulesOf } from '#contract/message-kinds.ts'
import type { NotificationChannel, NotificationTopic } from '#contract/notifications.ts'
import type { OutboxKind } from '#server/platform/outbox.ts'

/** The channels on which a message is sent to a person. Pure. */

const topics: Partial<Record<OutboxKind, NotificationTopic>> = {
  visit_booked: 'visits',
  visit_changed: 'visits',
  visit_cancelled: 'visits',
  visit_called_off: 'visits',
  visit_again: 'visits',
  visit_reminder: 'reminders',
  fasting_begins: 'reminders',
  turn_near: 'reminders',
  results_ready: 'results',
  result_corrected: 'results',
  result_withdrawn: 'results',
}

/** The topic of a message, by which people choose a channel; null if the message cannot be turned off. */
export const topicOf = (kind: string): NotificationTopic | null => topics[kind as OutboxKind] ?? null

/**
 * Whether a message is also a notice in the product. Messages that carry a code, or go to an address that may belong to no account,
 * are not.
 */
export const isListed = (kind: string): kind is MessageKind =>
  Object.hasOwn(messageKinds, kind) && rulesOf(kind as MessageKind).forms.includes('app')

/** Why no e-mail is sent. Unlike the other reasons, it is revoked if the push fails in every browser. */
export const byPush = 'Wanted by push'

export type Ways = {
  /** Why no e-mail is sent; null if it is. */
  noEmail: string | null
  sms: boolean
  push: boolean
}

/**
 * A choice never loses a message: a person who wants an SMS or a push and cannot get it is sent an e-mail, a person without an
 * e-mail address an SMS. A person with an account also finds the message in the product.
 */
export function waysOf({
  chosen,
  email,
  phone,
  stopped,
  connected,
  devices,
}: {
  chosen: NotificationChannel
  email: string
  /** As an SMS gateway expects it; empty if there is none. */
  phone: string
  /** The owner of the number answered STOP. */
  stopped: boolean
  /** Whether the laboratory has an SMS gateway: without one an SMS is only kept. */
  connected: boolean
  /** Number of browsers that are subscribed to push. */
  devices: number
}): Ways {
  const reachable = phone !== '' && !stopped
  const sms = reachable && (chosen === 'sms' || (email === '' && chosen !== 'app'))
  const push = chosen === 'push' && devices > 0
  if (email === '') return { noEmail: 'No e-mail address', sms, push }
  if (chosen === 'app') return { noEmail: 'Wanted in the product only', sms: false, push }
  if (push) return { noEmail: byPush, sms, push }
  return { noEmail: sms && connected ? 'Wanted by SMS' : null, sms, push }
}
