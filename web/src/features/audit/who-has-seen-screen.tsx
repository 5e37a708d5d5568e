import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { myAudit } from '#contract/audit.ts'
import { sayAction } from '#contract/audit-actions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { When } from '../../ui/when.tsx'
import { SayReader } from './say-reader.tsx'

type Entry = ResponseOf<typeof myAudit>['rows'][number]

const pageSize = 25

/** For a patient: who of the laboratory read or changed anything of theirs, latest first. */
export function WhoHasSeenScreen() {
  const { cursor, pager } = useKeyPages('')
  const seen = useQuery({
    ...queryFor(myAudit, { query: { limit: pageSize, cursor } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page>
      <PageHeader
        title="Who has seen my record"
        about="Everybody of the laboratory who opened or changed your details, your visits or your results."
      />
      {seen.data ? (
        <div aria-busy={seen.isPlaceholderData || undefined}>
          <Seen entries={seen.data.rows} />
          <Pager {...pager(seen.data.nextCursor)} />
        </div>
      ) : seen.error ? (
        <Failed error={seen.error} failure="This could not be read" onRetry={() => void seen.refetch()} />
      ) : (
        <SkeletonLines count={6} says={messages.loading.any} />
      )}
    </Page>
  )
}

function Seen({ entries }: { entries: readonly Entry[] }) {
  const zone = browserZone()
  return (
    <DataTable
      caption="Who has seen or changed your record, latest first"
      rows={entries}
      rowKey={(entry) => entry.id}
      columns={[
        { header: 'When', cell: ({ at }) => <When at={at} zone={zone} distance={false} /> },
        { header: 'Who', cell: ({ by }) => <SayReader by={by} /> },
        {
          header: 'What',
          cell: ({ action, about }) => (
            <>
              {sayAction(action)}
              {about && <span className="hint wrap-anywhere block">{about}</span>}
            </>
          ),
        },
        {
          header: 'Visit',
          cell: ({ visit }) =>
            visit ? (
              <Link to="/patient-dashboard/view-appointment" search={{ id: visit.id }}>
                {visit.reference}
              </Link>
            ) : (
              'Your details'
            ),
        },
      ]}
      empty={
        <EmptyState
          picture={<LockedCabinetDrawing />}
          title="Nobody but you, so far"
          about="Whoever of the laboratory opens or changes anything of yours is noted here by name."
        />
      }
    />
  )
}
