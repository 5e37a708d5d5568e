import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
      <Trans>Set up lots</Trans>
    </Link>
  )
  return (
    <>
      <PageHeader
        title={t`Quality control`}
        about={overview.data && sayWhole(overview.data)}
        action={prepare}
      />
      {overview.data ? (
        <>
          <BlockingList blocking={overview.data.blocking} zone={zone} />
          <ExpiringLots analytes={overview.data.rows} />
          <Analytes overview={overview.data} zone={zone} mayPrepare={mayPrepare} />
          <Pager {...pager(overview.data.nextCursor)} />
        </>
      ) : overview.error ? (
        <Notice kind="error" role="alert">
          <p>
            <Trans>The controls could not be loaded. {overview.error.message}</Trans>
          </p>
          <Reference id={overview.error.requestId} />
          <Button variant="plain" onClick={() => void overview.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      ) : (
        <SkeletonLines count={8} says={t`Loading the controls...`} />
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
        title={
          <h2>
            <Trans>No control is open</Trans>
          </h2>
        }
        about={
          mayPrepare
            ? t`Add a material and a lot, enter the targets of its analytes, and open it: then it can be measured here.`
            : t`As soon as a manager has opened a lot of control material, its analytes stand here.`
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
  if (out > 0) return out === 1 ? t`1 analyte is out of control` : t`${out} analytes are out of control`
  if (analytes.length === 0) return ''
  return nextCursor === null && analytes.every(({ state }) => state === 'in')
    ? t`Everything is in control`
    : t`Nothing is kept from release`
}
