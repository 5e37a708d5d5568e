import type { Role } from '#contract/options.ts'
import type { OutboxKind } from '#server/platform/outbox.ts'

const visits = '/patient-dashboard/appointments'
const queue = '/patient-dashboard/queue'
const profile = '/profile'

const links: Partial<Record<OutboxKind, string>> = {
  visit_booked: visits,
  visit_changed: visits,
  visit_cancelled: visits,
  visit_called_off: visits,
  visit_closed_out: visits,
  visit_again: visits,
  visit_reminder: visits,
  fasting_begins: visits,
  turn_near: queue,
  results_ready: visits,
  result_corrected: visits,
  result_withdrawn: visits,
  password_changed: profile,
  email_change_asked: profile,
  email_changed: profile,
  issuer_joined: profile,
  callback_overdue: '/release',
  contact_message: '/manager-dashboard/messages',
}

/** Where a notice leads; staff have no area of a patient to go to. */
export function noticeLink(kind: string, role: Role): string | null {
  const link = links[kind as OutboxKind] ?? null
  return role !== 'user' && (link === visits || link === queue) ? null : link
}
