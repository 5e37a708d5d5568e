import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kindWord } from '#contract/message-kinds.ts'
import { messages } from '#contract/messages.ts'
import { type Delivery, deliveries, readDelivery, resendDelivery } from '#contract/notifications.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed } from '../../ui/failed.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { When } from '../../ui/when.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { type DeliveryFilter, DeliveryFilters } from './delivery-filters.tsx'
import { DeliveryAlarms, DeliveryCounts } from './delivery-heads.tsx'
import { channelWords, stateWords } from './delivery-words.ts'

const pageSize = 50

/** Every message that left the house or was to leave it, with what became of it. */
export function DeliveriesScreen() {
  const [filter, setFilter] = useState<DeliveryFilter>({ typed: '', channel: '', state: '' })
  const [open, setOpen] = useState<Delivery | null>(null)
  const { channel, state } = filter
  const search = useSettled(filter.typed.trim())
  const asked = { ...(search && { search }), ...(channel && { channel }), ...(state && { state }) }
  const { cursor, pager } = useKeyPages(JSON.stringify(asked))
  const ledger = useQuery({
    ...queryFor(deliveries, { query: { limit: pageSize, cursor, ...asked } }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
  const { data, error } = ledger
  return (
    <Page>
      <PageHeader
        title="Deliveries"
        about="Every message by e-mail, SMS and push, newest first: planned, sent, delivered or failed, and why."
      />
      {data && (
        <>
          <DeliveryAlarms {...data} />
          <DeliveryCounts counts={data.counts} />
        </>
      )}
      <DeliveryFilters filter={filter} onFilter={setFilter} />
      {!data && error && (
        <Failed error={error} failure="Failed to fetch deliveries" onRetry={() => void ledger.refetch()} />
      )}
      {!data && !error && <SkeletonLines count={6} says={messages.loading.any} />}
      {data && (
        <div aria-busy={ledger.isPlaceholderData || undefined}>
          {data.latestOnly && (
            <Notice className="mb-4">
              <p>Very many have this: shown are messages to the latest of them. Type more to find others.</p>
            </Notice>
          )}
          <DataTable
            caption="Messages, newest first"
            columns={columnsWith(setOpen)}
            rows={data.rows}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                picture={<LetterDrawing />}
                title="No messages"
                about={
                  search
                    ? 'Nothing was written to this address, number or name.'
                    : 'What is sent to patients and staff appears here, with what became of it.'
                }
              />
            }
          />
          <Pager {...pager(data.nextCursor)} />
        </div>
      )}
      {open && <DeliveryDialog row={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

const columnsWith = (onOpen: (row: Delivery) => void): readonly Column<Delivery>[] => [
  { header: 'When', cell: ({ at }) => <When at={at} zone={browserZone()} distance={false} /> },
  { header: 'Message', cell: ({ kind }) => kindWord(kind) },
  {
    header: 'To',
    cell: ({ channel, to, person }) => (
      <>
        {person && <span className="block">{person}</span>}
        {channelWords[channel]}{' '}
        <span className="wrap-anywhere">{to ? <MailAddress address={to} /> : 'no address'}</span>
      </>
    ),
  },
  { header: 'State', cell: (row) => <State row={row} /> },
  {
    header: 'Text',
    cell: (row) => (
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`Read: ${kindWord(row.kind)} to ${row.to}`} onClick={() => onOpen(row)}>
          Read
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
      {row.reason && <p className="hint wrap-anywhere mt-1 max-w-[48ch]">{row.reason}</p>}
      {row.attempts > 1 && <p className="hint wrap-anywhere mt-1 max-w-[48ch]">{row.attempts} tries</p>}
    </>
  )
}

function Resend({ row }: { row: Delivery }) {
  const queryClient = useQueryClient()
  const resend = useMutation({
    mutationFn: () => call(resendDelivery, { params: { id: row.id } }),
    onSuccess: ({ message }) => toast('success', message),
    onError: ({ message }) => toast('error', message),
    onSettled: () =>
      Promise.all(
        [deliveries, readDelivery].map((one) => queryClient.invalidateQueries({ queryKey: keyOf(one) })),
      ),
  })
  return (
    <Button
      pending={resend.isPending}
      aria-label={`Send again: ${kindWord(row.kind)} to ${row.to}`}
      onClick={() => resend.mutate()}
    >
      Send again
    </Button>
  )
}
