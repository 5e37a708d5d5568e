import { type OrderState, orderStates } from '#contract/clinic-orders.ts'
import { translated } from '../../lib/translated.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Readonly<Record<OrderState, Tone>> = {
  expected: 'neutral',
  booked: 'neutral',
  missed: 'warning',
  arrived: 'info',
  to_collect: 'warning',
  collected: 'info',
  received: 'info',
  rejected: 'danger',
  in_progress: 'info',
  partly: 'ok',
  ready: 'ok',
  cancelled: 'neutral',
}

export function StateBadge({ state }: { state: OrderState }) {
  return <Badge tone={tones[state]}>{translated(orderStates[state])}</Badge>
}
