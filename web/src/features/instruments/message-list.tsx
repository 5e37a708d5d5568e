import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type InstrumentMessage, listInstrumentMessages, messageStates } from '#contract/instruments.ts'
import { translated } from '../../lib/translated.ts'
import { List } from '../../screen/list.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { When } from '../../ui/when.tsx'

export const messageTones: Readonly<Record<InstrumentMessage['state'], Tone>> = {
  received: 'neutral',
  read: 'ok',
  trial: 'info',
  cut: 'warning',
  other: 'quiet',
  unreadable: 'danger',
  query: 'quiet',
  waiting: 'neutral',
  sent: 'ok',
  refused: 'danger',
  overtaken: 'quiet',
  part: 'neutral',
  repeated: 'quiet',
}

/** The messages of an analyser, newest first. */
export function MessageList({ id, zone }: { id: string; zone: string }) {
  const list = useList(
    listInstrumentMessages,
    { params: { id }, query: { limit: 25 } },
    { refetchInterval: 5_000 },
  )
  const columns: readonly Column<InstrumentMessage>[] = [
    {
      header: t`Received`,
      cell: (one) => (
        <Link to="/analysers/$id/$message" params={{ id, message: one.id }}>
          <When at={one.receivedAt} zone={zone} />
        </Link>
      ),
    },
    {
      header: t`Status`,
      cell: ({ state, times }) => (
        <>
          <Badge tone={messageTones[state]}>{translated(messageStates[state])}</Badge>{' '}
          {times > 1 && plural(times, { one: 'received # time', other: 'received # times' })}
        </>
      ),
    },
    { header: t`Values`, cell: ({ values }) => values },
    { header: t`Held`, cell: ({ held }) => held },
  ]
  return (
    <Card className="stack gap-4" aria-labelledby="messages">
      <h2 id="messages">
        <Trans>Messages</Trans>
      </h2>
      <List
        list={list}
        caption={t`Messages of the analyser, newest first`}
        columns={columns}
        rowKey={(one) => one.id}
        empty={t`No messages yet.`}
      />
    </Card>
  )
}
