import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { type Reply, smsReplies } from '#contract/notifications.ts'
import { browserZone } from '../../../lib/times.ts'
import { List } from '../../../screen/list.tsx'
import { useList } from '../../../screen/use-list.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { LetterDrawing } from '../../../ui/drawings.tsx'
import { When } from '../../../ui/when.tsx'
import { meaningWords } from './message-words.ts'
import { MessagesFrame } from './messages-frame.tsx'

/** What people answered to an SMS, and what was made of it. */
export function RepliesScreen() {
  return (
    <MessagesFrame>
      <List
        list={useList(smsReplies, { query: { limit: 50 } }, { refetchInterval: 60_000 })}
        failure={t`Failed to fetch SMS replies`}
        caption={t`SMS replies, newest first`}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          picture: <LetterDrawing />,
          title: t`No SMS replies`,
          about: t`What people answer to an SMS appears here: 1 to confirm, C to cancel, STOP for no more.`,
        }}
      />
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
