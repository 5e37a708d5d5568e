import type { Role } from '#contract/options.ts'
import type { OutboxKind } from '#server/platform/outbox.ts'

type Words = { title: string; link: string | null }

const visits = '/patient-dashboard/appointments'
const profile = '/profile'

/** What a notice says; as with every message, no test and no value. */
const words: Partial<Record<OutboxKind, Words>> = {
  visit_booked: { title: 'Your visit is booked', link: visits },
  visit_changed: { title: 'Your visit was changed', link: visits },
  visit_cancelled: { title: 'Your visit is cancelled', link: visits },
  visit_again: { title: 'A new time for your visit', link: visits },
  visit_reminder: { title: 'Your visit is near', link: visits },
  fasting_begins: { title: 'Before your visit: come with an empty stomach', link: visits },
  results_ready: { title: 'Your results are ready', link: visits },
  result_corrected: { title: 'A result was corrected', link: visits },
  result_withdrawn: { title: 'A result was withdrawn: please do not rely on it', link: visits },
  password_changed: { title: 'Your password was changed', link: profile },
  email_change_asked: { title: 'Your e-mail address is about to change', link: profile },
  email_changed: { title: 'Your e-mail address was changed', link: profile },
  issuer_joined: { title: 'A new way to log in to your account', link: profile },
  contact_message: { title: 'Somebody wrote through the contact form', link: '/manager-dashboard/messages' },
}

export function noticeWords(kind: string, role: Role): Words {
  const { title, link } = words[kind as OutboxKind] ?? { title: 'A message from the laboratory', link: null }
  // Staff have no area of a patient to go to.
  return { title, link: role !== 'user' && link === visits ? null : link }
}
