import { Trans } from '@lingui/react/macro'
import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Changes } from './changes.ts'
import { changesBy } from './find-example.ts'
import { sayExample } from './say-changes.ts'
import { useExample } from './use-planner-worker.ts'

/** Shown until the plan is changed: the change that affects this day's wait most, its simulated outcome, and a button to apply it. */
export function PlannerExample({
  plan,
  hours,
  onTry,
}: {
  plan: Plan
  hours: Span
  onTry: (changes: Pick<Changes, 'people'>) => void
}) {
  const example = useExample(plan, hours)
  if (!example) return null
  return (
    <Card className="mb-6 grid justify-items-start gap-2 [&_h2]:text-m" aria-labelledby="example-title">
      <h2 id="example-title">
        <Trans>The change that matters most on this day</Trans>
      </h2>
      <p>{sayExample(example)}</p>
      <Button onClick={() => onTry(changesBy(example.best.edit))}>
        <Trans>Try it</Trans>
      </Button>
    </Card>
  )
}
