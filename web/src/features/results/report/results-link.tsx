import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { VisitState } from '#contract/visit-states.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'

const said: Partial<Record<VisitState, string>> = {
  collected: t`Your samples are in the laboratory.`,
  in_progress: t`Your samples are being tested. What is released already can be read.`,
  completed: t`Your results are ready.`,
}

/** The way from a visit to its results, once there is something to wait for. */
export function ResultsLink({ id, status }: { id: string; status: VisitState }) {
  const words = said[status]
  if (!words) return null
  return (
    <Card aria-labelledby="results" className="row justify-between gap-x-6 gap-y-3">
      <div>
        <h2 id="results" className="text-l">
          <Trans>Results</Trans>
        </h2>
        <p>{words}</p>
      </div>
      <Link
        to="/patient-dashboard/results"
        search={{ id }}
        className={buttonClass({ variant: status === 'completed' ? 'primary' : 'quiet' })}
      >
        <Trans>See results</Trans>
      </Link>
    </Card>
  )
}
