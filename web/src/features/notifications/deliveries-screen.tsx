import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { kindWord } from '#contract/message-kinds.ts'
import {
  type Delivery,
  deliveries,
  deliveryChannels,
  deliveryStates,
  resendDelivery,
} from '#contract/notifications.ts'
import { call } from '../../api/client.ts'
import { sayReason } from '../../lib/say-reason.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Choice, FilterBar, Words } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryAlarms, DeliveryCounts } from './delivery-heads.tsx'
import { deliveryAddress } from './delivery-search.ts'
import { channelWords, stateWords } from './delivery-words.ts'

const channels = deliveryChannels.map((value) => ({ value, label: channelWords[value] }))
const states = deliveryStates.map((value) => ({ value, label: stateWords[value].label }))

/** Every message that left the house or was to leave it, with what became of it. */
export function DeliveriesScreen() {
  const filters = useFilters(deliveryAddress)
  const [open, setOpen] = useState<Delivery | null>(null)
  const asked = { ...filters.search, ...filters.words }
  const list = useList(deliveries, { query: { limit: 50, ...asked } }, { refetchInterval: 30_000 })
  return (
    <>
      <ListScreen
        title={t`Message log`}
        about={t`Every message by e-mail, SMS and push, newest first: planned, sent, delivered or failed, and why.`}
        above={
          list.data && (
            <>
              <DeliveryAlarms {...list.data} />
              <DeliveryCounts counts={list.data.counts} />
            </>
          )
        }
        filters={
          <>
            <FilterBar label={t`Deliveries shown`} filters={filters} views="deliveries">
              <Words name="search" label={t`Sent to`} hint={t`Address, number, name or reference`} wide />
              <Choice name="channel" label={t`Channel`} options={channels} />
              <Choice name="state" label={t`Status`} options={states} />
            </FilterBar>
            {list.data?.latestOnly && (
              <Notice className="mb-4">
                <p>
                  <Trans>
                    Many people match. Messages to the latest of them are shown. Type more to find others.
                  </Trans>
                </p>
              </Notice>
            )}
          </>
        }
        list={list}
        failure={t`Failed to fetch the message log`}
        caption={t`Messages, newest first`}
        columns={columnsWith(setOpen)}
        rowKey={({ id }) => id}
        narrowed={filters.narrowed}
        empty={{
          picture: <LetterDrawing />,
          title: t`No messages`,
          about: t`Messages to patients and staff appear here, with their outcome.`,
        }}
      />
      {open && <DeliveryDialog row={open} onClose={() => setOpen(null)} />}
    </>
  )
}

const columnsWith = (onOpen: (row: Delivery) => void): readonly Column<Delivery>[] => [
  { header: t`When`, cell: ({ at }) => <When at={at} zone={browserZone()} distance={false} /> },
  { header: t`Message`, cell: ({ kind }) => translated(kindWord(kind)) },
  {
    header: t`To`,
    cell: ({ channel, to, person }) => (
      <>
        {person && <span className="block">{person}</span>}
        {channelWords[channel]}{' '}
        <span className="wrap-anywhere">{to ? <MailAddress address={to} /> : t`no address`}</span>
      </>
    ),
  },
  { header: t`Status`, cell: (row) => <State row={row} /> },
  {
    header: t`Text`,
    cell: (row) => (
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={t`Read: ${translated(kindWord(row.kind))} to ${row.to}`}
          onClick={() => onOpen(row)}
        >
          <Trans>Read</Trans>
        </Button>
        {row.canResend && <Resend row={row} />}
      </div>
    ),
  },
]

function State({ row }: { row: Delivery }) {
  const { label, tone } = stateWords[row.state]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {row.reason && <p className="hint wrap-anywhere mt-1 max-w-[48ch]">{sayReason(row.reason)}</p>}
      {row.attempts > 1 && (
        <p className="hint wrap-anywhere mt-1 max-w-[48ch]">
          <Trans>{row.attempts} attempts</Trans>
        </p>
      )}
    </>
  )
}

function Resend({ row }: { row: Delivery }) {
  const resend = useCall(() => call(resendDelivery, { params: { id: row.id } }), { saysRefusal: true })
  return (
    <Button
      pending={resend.isPending}
      aria-label={t`Send again: ${translated(kindWord(row.kind))} to ${row.to}`}
      onClick={() => resend.mutate()}
    >
      <Trans>Send again</Trans>
    </Button>
  )
}
