import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Screen } from '../../../screen/screen.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Bench } from '../bench/bench.tsx'
import { NextVisits } from '../samples/next-visits.tsx'
import { ClaimNext } from './claim-next.tsx'
import { StatusForm } from './status-form.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { TestQueue } from './test-queue.tsx'

/** The technician's waiting and started tasks and the next visits. It refreshes itself. `notice` is shown above it. */
export function DashboardScreen({ notice }: { notice: ReactNode }) {
  return (
    <Bench back={false}>
      <Screen title={t`Dashboard`} action={<ClaimNext />}>
        {notice}
        <nav aria-label={t`Bench`} className="mb-4 flex flex-wrap gap-2">
          <Link to="/receive" className={buttonClass()}>
            <Trans>Receive samples</Trans>
          </Link>
          <Link to="/worklist" className={buttonClass()}>
            <Trans>Worklists</Trans>
          </Link>
        </nav>
        <SummaryCards />
        <div className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-6 max-2xl:grid-cols-1">
          <TestQueue />
          <div className="stack min-w-0 gap-5">
            <StatusForm />
            <NextVisits />
          </div>
        </div>
      </Screen>
    </Bench>
  )
}
