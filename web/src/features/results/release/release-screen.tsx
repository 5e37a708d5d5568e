import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AutomaticRelease } from './automatic-release.tsx'
import { DayReports } from './day-reports.tsx'
import { type ReleaseView, releaseViews } from './release-views.ts'
import { ReleasedList } from './released-list.tsx'
import { WaitingList } from './waiting-list.tsx'

const names: Readonly<Record<ReleaseView, string>> = {
  waiting: t`Waiting`,
  released: t`Released`,
  reports: t`Reports of a day`,
  rules: t`Automatic release`,
}

/** The tests that wait for release, the released ones, the reports to print, and for managers the rules of automatic release. */
export function ReleaseScreen({
  zone,
  view,
  manager,
  lots,
}: {
  zone: string
  view: ReleaseView
  manager: boolean
  /** Shows the lots that a task used. The lots of all tasks of its list are read with one call. */
  lots: (taskId: string, list: readonly string[]) => ReactNode
}) {
  const shown = view === 'rules' && !manager ? 'waiting' : view
  const switcher = (
    <nav aria-label={t`Release`} className="mb-4 flex flex-wrap gap-1 border-b border-b-line-strong">
      {releaseViews
        .filter((one) => manager || one !== 'rules')
        .map((one) => (
          <Link
            key={one}
            to="/release"
            search={{ view: one === 'waiting' ? undefined : one }}
            className="tab"
            aria-current={one === shown ? 'page' : undefined}
            activeProps={{}}
            // Without this, the link without a view is current in each view.
            activeOptions={{ exact: true, explicitUndefined: true }}
          >
            {names[one]}
          </Link>
        ))}
    </nav>
  )
  switch (shown) {
    case 'waiting':
      return <WaitingList zone={zone} switcher={switcher} lots={lots} />
    case 'released':
      return <ReleasedList zone={zone} switcher={switcher} />
    case 'reports':
      return <DayReports zone={zone} switcher={switcher} />
    case 'rules':
      return <AutomaticRelease zone={zone} switcher={switcher} />
    default:
      return shown satisfies never
  }
}
