import { t } from '@lingui/core/macro'
import type { Delivery, DeliveryState } from '#contract/notifications.ts'
import type { Tone } from '../../ui/badge.tsx'

export const channelWords: Readonly<Record<Delivery['channel'], string>> = {
  email: 'E-mail',
  sms: 'SMS',
  push: t`Push`,
}

export const stateWords: Readonly<Record<DeliveryState, { label: string; tone: Tone }>> = {
  planned: { label: t`Planned`, tone: 'info' },
  sending: { label: t`Sending`, tone: 'info' },
  sent: { label: t`Sent`, tone: 'ok' },
  delivered: { label: t`Delivered`, tone: 'ok' },
  failed: { label: t`Failed`, tone: 'danger' },
  kept: { label: t`Kept`, tone: 'warning' },
  skipped: { label: t`Not sent intentionally`, tone: 'neutral' },
}
