import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type insightOpen, openStepLabels } from '#contract/insight-lists.ts'
import { sayMinutes } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useNow } from '../../ui/use-now.ts'
import { sayHolders } from './holder-words.ts'
import { At } from './list-columns.tsx'

export type OpenTest = ResponseOf<typeof insightOpen>['rows'][number]
type ZoneOf = (site: string) => string

/** The due time of the result. */
export const dueColumn = (zoneOf: ZoneOf): Column<OpenTest> => ({
  header: t`Due`,
  cell: ({ dueAt, late, site }) => (
    <span className="inline-flex flex-wrap gap-x-2 gap-y-1">
      <At at={dueAt} zone={zoneOf(site)} />
      {late && <Overdue since={dueAt} />}
    </span>
  ),
})

/** The current step of a test and the staff responsible for it. */
export const stepColumns = (zoneOf: ZoneOf): Column<OpenTest>[] => [
  {
    header: t`Step`,
    cell: (test) => (
      <span className="block whitespace-nowrap">
        <ToStep test={test}>{translated(openStepLabels[test.step])}</ToStep>
        <span className="hint block">
          <Trans>since</Trans> <At at={test.since} zone={zoneOf(test.site)} />
        </span>
      </span>
    ),
  },
  {
    header: t`Responsible`,
    cell: (test) => <Holders test={test} zone={zoneOf(test.site)} />,
  },
]

function Overdue({ since }: { since: string }) {
  const minutes = Math.max(0, Math.trunc((useNow().getTime() - Date.parse(since)) / 60_000))
  return <Badge tone="danger">{minutes < 1 ? t`Overdue` : t`Overdue by ${sayMinutes(minutes)}`}</Badge>
}

/** A link to the screen on which staff do the step. */
function ToStep({
  test: { id, step, accession, patient },
  children,
}: {
  test: OpenTest
  children: ReactNode
}) {
  if (step === 'collection') {
    return (
      <Link to="/collect/$visitId" params={{ visitId: patient.visitId }}>
        {children}
      </Link>
    )
  }
  if (step === 'transport') {
    return (
      <Link to="/sample/$accession" params={{ accession }}>
        {children}
      </Link>
    )
  }
  if (step === 'release') return <Link to="/release">{children}</Link>
  return (
    <Link to="/tasks/$id" params={{ id }}>
      {children}
    </Link>
  )
}

function Holders({ test, zone }: { test: OpenTest; zone: string }) {
  const now = useNow()
  const { names, why } = sayHolders(test, zone, now)
  return (
    <>
      {names}
      {why && <span className="hint block">{why}</span>}
    </>
  )
}
