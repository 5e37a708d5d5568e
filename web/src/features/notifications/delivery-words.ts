import type { Delivery, DeliveryState } from '#contract/notifications.ts'
import type { Tone } from '../../ui/badge.tsx'

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
