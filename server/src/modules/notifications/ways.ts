import { type MessageKind, messageKinds, rulesOf } from '#contract/message-kinds.ts'
import type { NotificationChannel, NotificationTopic } from '#contract/notifications.ts'
import type { OutboxKind } from '#server/platform/outbox.ts'

/** On which ways a message goes to a person. Pure: who they are and what they chose is given. */

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

/** What a message is about, as people choose by it; null for those that nobody can turn off. */
export const topicOf = (kind: string): NotificationTopic | null => topics[kind as OutboxKind] ?? null

/**
 * Whether it lies in the product too. What carries a code, or goes to an address that no account is known to have, has no
 * line there: nothing of it belongs on an account's list.
 */
export const isListed = (kind: string): kind is MessageKind =>
  Object.hasOwn(messageKinds, kind) && rulesOf(kind as MessageKind).forms.includes('app')

/** Why a message stays out of the mail; the only reason that is taken back, when no browser takes the push. */
export const byPush = 'Wanted by push'

export type Ways = {
  /** Null: goes out; else why not. */
  noEmail: string | null
  sms: boolean
  push: boolean
}

/**
 * Nothing is lost to a choice: who wants an SMS or a push and cannot be sent one gets an e-mail, and who has no address
 * an SMS. What is on no way still lies in the product, where the person has an account.
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
  /** As a gateway takes it; empty: none. */
  phone: string
  /** The owner of the number answered STOP. */
  stopped: boolean
  /** Whether the laboratory has an SMS gateway: without one an SMS is only kept. */
  connected: boolean
  /** How many of their browsers take push. */
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
