import { type VisitState, visitStateLabels } from '#contract/visit-states.ts'
import { translated } from '../../lib/translated.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Readonly<Record<VisitState, Tone>> = {
  booked: 'vial',
  arrived: 'info',
  collected: 'info',
  in_progress: 'info',
  completed: 'ok',
  cancelled: 'neutral',
  no_show: 'warning',
}

export function VisitStateBadge({ state }: { state: VisitState }) {
  return <Badge tone={tones[state]}>{translated(visitStateLabels[state])}</Badge>
}
