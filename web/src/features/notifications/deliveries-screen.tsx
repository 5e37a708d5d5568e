import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kindWord } from '#contract/message-kinds.ts'
import { messages } from '#contract/messages.ts'
import { type Delivery, deliveries, readDelivery, resendDelivery } from '#contract/notifications.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
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
        title={t`Deliveries`}
        about={t`Every message by e-mail, SMS and push, newest first: planned, sent, delivered or failed, and why.`}
      />
      {data && (
        <>
          <DeliveryAlarms {...data} />
          <DeliveryCounts counts={data.counts} />
        </>
      )}
      <DeliveryFilters filter={filter} onFilter={setFilter} />
      {!data && error && (
        <Failed error={error} failure={t`Failed to fetch deliveries`} onRetry={() => void ledger.refetch()} />
      )}
      {!data && !error && <SkeletonLines count={6} says={translated(messages.loading.any)} />}
      {data && (
        <div aria-busy={ledger.isPlaceholderData || undefined}>
          {data.latestOnly && (
            <Notice className="mb-4">
              <p>
                <Trans>
                  Very many have this: shown are messages to the latest of them. Type more to find others.
                </Trans>
              </p>
            </Notice>
          )}
          <DataTable
            caption={t`Messages, newest first`}
            columns={columnsWith(setOpen)}
            rows={data.rows}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                picture={<LetterDrawing />}
                title={t`No messages`}
                about={
                  search
                    ? t`Nothing was written to this address, number or name.`
                    : t`What is sent to patients and staff appears here, with what became of it.`
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
  { header: t`State`, cell: (row) => <State row={row} /> },
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
      {row.reason && <p className="hint wrap-anywhere mt-1 max-w-[48ch]">{row.reason}</p>}
      {row.attempts > 1 && (
        <p className="hint wrap-anywhere mt-1 max-w-[48ch]">
          <Trans>{row.attempts} tries</Trans>
        </p>
      )}
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
      aria-label={t`Send again: ${translated(kindWord(row.kind))} to ${row.to}`}
      onClick={() => resend.mutate()}
    >
      <Trans>Send again</Trans>
    </Button>
  )
}
