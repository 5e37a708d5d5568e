import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Reply, smsReplies } from '#contract/notifications.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { When } from '../../ui/when.tsx'
import { Loaded } from './loaded.tsx'
import { meaningWords } from './message-words.ts'
import { MessagesFrame } from './messages-frame.tsx'

const pageSize = 50

/** What people answered to an SMS, and what was made of it. */
export function RepliesScreen() {
  const { cursor, pager } = useKeyPages('')
  const replies = useQuery({
    ...queryFor(smsReplies, { query: { limit: pageSize, cursor } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  return (
    <MessagesFrame>
      <Loaded query={replies} failure={t`Failed to fetch SMS replies`}>
        {(data) => (
          <>
            <DataTable
              caption={t`SMS replies, newest first`}
              columns={columns}
              rows={data.rows}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  picture={<LetterDrawing />}
                  title={t`No SMS replies`}
                  about={t`What people answer to an SMS appears here: 1 to confirm, C to cancel, STOP for no more.`}
                />
              }
            />
            <Pager {...pager(data.nextCursor)} />
          </>
        )}
      </Loaded>
    </MessagesFrame>
  )
}

const columns: readonly Column<Reply>[] = [
  { header: t`When`, cell: ({ at }) => <When at={at} zone={browserZone()} distance={false} /> },
  { header: t`From`, cell: ({ phone }) => <a href={`tel:${phone}`}>{phone}</a> },
  { header: t`Text`, cell: ({ text }) => <span className="wrap-anywhere whitespace-pre-wrap">{text}</span> },
  { header: t`Understood as`, cell: ({ meaning }) => meaningWords[meaning] },
  { header: t`What was done`, cell: ({ outcome }) => outcome },
  {
    header: t`Visit`,
    cell: ({ visit }) =>
      visit ? (
        <Link to="/appointments/$id" params={{ id: visit.id }}>
          {visit.reference}
        </Link>
      ) : (
        '–'
      ),
  },
]
