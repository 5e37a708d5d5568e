import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { controlOverview } from '#contract/quality.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice, Reference } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { BlockingList } from './blocking-list.tsx'
import { ControlledAnalyte } from './controlled-analyte.tsx'
import { ExpiringLots } from './expiring-lots.tsx'
import { overviewQuery } from './quality-queries.ts'

type Overview = ResponseOf<typeof controlOverview>

/** How every analyte with an open lot stands; what forbids a release first. */
export function OverviewScreen({ zone, mayPrepare }: { zone: string; mayPrepare: boolean }) {
  const { cursor, pager } = useKeyPages('')
  const overview = useQuery(overviewQuery(cursor))
  const prepare = mayPrepare && (
    <Link to="/quality/set-up" className={buttonClass({ variant: 'primary' })}>
      Set up lots
    </Link>
  )
  return (
    <>
      <PageHeader title="Quality control" about={overview.data && sayWhole(overview.data)} action={prepare} />
      {overview.data ? (
        <>
          <BlockingList blocking={overview.data.blocking} zone={zone} />
          <ExpiringLots analytes={overview.data.rows} />
          <Analytes overview={overview.data} zone={zone} mayPrepare={mayPrepare} />
          <Pager {...pager(overview.data.nextCursor)} />
        </>
      ) : overview.error ? (
        <Notice kind="error" role="alert">
          <p>The controls could not be loaded. {overview.error.message}</p>
          <Reference id={overview.error.requestId} />
          <Button variant="plain" onClick={() => void overview.refetch()}>
            Try again
          </Button>
        </Notice>
      ) : (
        <SkeletonLines count={8} says="Loading the controls..." />
      )}
    </>
  )
}

function Analytes({
  overview: { rows: analytes, controlHours },
  zone,
  mayPrepare,
}: {
  overview: Overview
  zone: string
  mayPrepare: boolean
}): ReactNode {
  if (analytes.length === 0) {
    return (
      <EmptyState
        picture={<MicroscopeDrawing />}
        title={<h2>No control is open</h2>}
        about={
          mayPrepare
            ? 'Add a material and a lot, enter the targets of its analytes, and open it: then it can be measured here.'
            : 'As soon as a manager has opened a lot of control material, its analytes stand here.'
        }
      />
    )
  }
  const several = new Set(analytes.map(({ siteId }) => siteId)).size > 1
  return (
    <ul className="list-none">
      {analytes.map((row) => (
        <ControlledAnalyte
          key={`${row.siteId} ${row.analyte}`}
          row={row}
          controlHours={controlHours}
          zone={zone}
          withSite={several}
        />
      ))}
    </ul>
  )
}

function sayWhole({ blocking, rows: analytes, nextCursor }: Overview): string {
  const out = new Set(blocking.map(({ analyte }) => analyte)).size
  if (out > 0) return out === 1 ? '1 analyte is out of control' : `${out} analytes are out of control`
  if (analytes.length === 0) return ''
  return nextCursor === null && analytes.every(({ state }) => state === 'in')
    ? 'Everything is in control'
    : 'Nothing is kept from release'
}
