import { t } from '@lingui/core/macro'
import {
  type DeliveryState,
  type DeliveryType,
  deliveryStates,
  type EventType,
  type WebhookState,
  webhookEvents,
} from '#contract/webhooks.ts'
import { translated } from '../../lib/translated.ts'
import type { Tone } from '../../ui/badge.tsx'

export const webhookStateWords = {
  on: { label: t`On`, tone: 'ok' },
  failing: { label: t`Failing`, tone: 'warning' },
  off: { label: t`Turned off`, tone: 'danger' },
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

const otherWords: Record<Exclude<DeliveryType, EventType>, string> = {
  'webhook.test': t`Test`,
  'subscription.handshake': t`Handshake`,
  'subscription.heartbeat': t`Heartbeat`,
}
const isOther = (type: DeliveryType): type is keyof typeof otherWords => Object.hasOwn(otherWords, type)

export const sayEvent = (type: DeliveryType): string =>
  isOther(type) ? otherWords[type] : translated(webhookEvents[type].label)
