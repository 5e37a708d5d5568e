import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import bench from '../bench/bench.module.css'
import { Bench } from '../bench/bench.tsx'
import { NextVisits } from '../samples/next-visits.tsx'
import { ClaimNext } from './claim-next.tsx'
import { StatusForm } from './status-form.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { TestQueue } from './test-queue.tsx'

/** The technician's work: what waits, what is in hand, who comes. It renews itself. */
export function DashboardScreen() {
  return (
    <Bench back={false}>
      <PageHeader title="Dashboard" action={<ClaimNext />} />
      <nav aria-label="Bench" className={bench.ways}>
        <Link to="/receive" className={buttonClass()}>
          Receive samples
        </Link>
        <Link to="/worklist" className={buttonClass()}>
          Worklists
        </Link>
      </nav>
      <SummaryCards />
      <div className={bench.columns}>
        <TestQueue />
        <div className={bench.column}>
          <StatusForm />
          <NextVisits />
        </div>
      </div>
    </Bench>
  )
}
