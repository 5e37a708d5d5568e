import type { Delivery, DeliveryState } from '#contract/notifications.ts'
import type { Tone } from '../../ui/badge.tsx'

const kinds: Readonly<Record<string, string>> = {
  registration_code: 'Code to sign up',
  registration_known: 'Sign-up with a known address',
  password_reset: 'Link for a new password',
  password_changed: 'Password changed',
  email_change: 'Confirm a new address',
  email_change_asked: 'Address about to change',
  email_changed: 'Address changed',
  issuer_joined: 'New way to log in',
  records_joined: 'Records joined',
  records_parted: 'Records parted again',
  account_closed: 'Account closed',
  technician_invited: 'Invitation',
  contact_message: 'Contact form',
  visit_booked: 'Visit booked',
  visit_changed: 'Visit changed',
  visit_cancelled: 'Visit cancelled',
  visit_again: 'New time after a bad sample',
  visit_reminder: 'Reminder',
  fasting_begins: 'Begin fasting',
  results_ready: 'Results ready',
  result_corrected: 'Result corrected',
  result_withdrawn: 'Result withdrawn',
  sms_answer: 'Answer to an SMS',
  push_trial: 'Trial of push',
}
export const kindWord = (kind: string): string => kinds[kind] ?? kind

export const channelWords: Readonly<Record<Delivery['channel'], string>> = {
  email: 'E-mail',
  sms: 'SMS',
  push: 'Push',
}

export const stateWords: Readonly<Record<DeliveryState, { label: string; tone: Tone }>> = {
  planned: { label: 'Planned', tone: 'info' },
  sending: { label: 'Sending', tone: 'info' },
  sent: { label: 'Sent', tone: 'ok' },
  delivered: { label: 'Delivered', tone: 'ok' },
  failed: { label: 'Failed', tone: 'danger' },
  kept: { label: 'Kept', tone: 'warning' },
  skipped: { label: 'Not sent, on purpose', tone: 'neutral' },
}
