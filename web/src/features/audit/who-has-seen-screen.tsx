import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { myAudit } from '#contract/audit.ts'
import { sayAction } from '#contract/audit-actions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
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
        title={t`Who has seen my record`}
        about={t`Everybody of the laboratory who opened or changed your details, your visits or your results.`}
      />
      {seen.data ? (
        <div aria-busy={seen.isPlaceholderData || undefined}>
          <Seen entries={seen.data.rows} />
          <Pager {...pager(seen.data.nextCursor)} />
        </div>
      ) : seen.error ? (
        <Failed error={seen.error} failure={t`This could not be read`} onRetry={() => void seen.refetch()} />
      ) : (
        <SkeletonLines count={6} says={translated(messages.loading.any)} />
      )}
    </Page>
  )
}

function Seen({ entries }: { entries: readonly Entry[] }) {
  const zone = browserZone()
  return (
    <DataTable
      caption={t`Who has seen or changed your record, latest first`}
      rows={entries}
      rowKey={(entry) => entry.id}
      columns={[
        { header: t`When`, cell: ({ at }) => <When at={at} zone={zone} distance={false} /> },
        { header: t`Who`, cell: ({ by }) => <SayReader by={by} /> },
        {
          header: t`What`,
          cell: ({ action, about }) => (
            <>
              {translated(sayAction(action))}
              {about && <span className="hint wrap-anywhere block">{about}</span>}
            </>
          ),
        },
        {
          header: t`Visit`,
          cell: ({ visit }) =>
            visit ? (
              <Link to="/patient-dashboard/view-appointment" search={{ id: visit.id }}>
                {visit.reference}
              </Link>
            ) : (
              t`Your details`
            ),
        },
      ]}
      empty={
        <EmptyState
          picture={<LockedCabinetDrawing />}
          title={t`Nobody but you, so far`}
          about={t`Whoever of the laboratory opens or changes anything of yours is noted here by name.`}
        />
      }
    />
  )
}
