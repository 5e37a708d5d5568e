import { t } from '@lingui/core/macro'
import {
  type DeliveryState,
  type DeliveryType,
  deliveryStates,
  type WebhookState,
  webhookEvents,
} from '#contract/webhooks.ts'
import { translated } from '../../lib/translated.ts'
import type { Tone } from '../../ui/badge.tsx'

export const webhookStateWords = {
  on: { label: t`On`, tone: 'ok' },
  failing: { label: t`Failing`, tone: 'warning' },
  off: { label: t`Turned off after failures`, tone: 'danger' },
  gone: { label: t`Ended: the address is gone`, tone: 'neutral' },
  ended: { label: t`Ended`, tone: 'neutral' },
} as const satisfies Record<WebhookState, { label: string; tone: Tone }>

const tones: Record<DeliveryState, Tone> = {
  unpaid: 'info',
  planned: 'warning',
  sending: 'info',
  sent: 'quiet',
  failed: 'danger',
}
export const deliveryStateWords = (state: DeliveryState) => ({
  label: translated(deliveryStates[state]),
  tone: tones[state],
})

export const sayEvent = (type: DeliveryType): string =>
  type === 'webhook.test' ? t`Test` : translated(webhookEvents[type].label)
