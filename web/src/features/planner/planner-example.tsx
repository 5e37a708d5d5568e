import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { changesBy } from './find-example.ts'
import type { Changes } from './plan-changes.ts'
import css from './planner.module.css'
import { sayExample } from './say-changes.ts'
import { useExample } from './use-planner-worker.ts'

/** While nothing is changed: a choice that matters on this day, played, with the way to try it. */
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
    <Card className={css.example} aria-labelledby="example-title">
      <h2 id="example-title">A choice that matters on this day</h2>
      <p>{sayExample(example)}</p>
      <Button onClick={() => onTry(changesBy(example.best.edit))}>Try it</Button>
    </Card>
  )
}
