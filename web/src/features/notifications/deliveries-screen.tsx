import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kindWord } from '#contract/message-kinds.ts'
import {
  type Delivery,
  type DeliveryState,
  deliveries,
  deliveryStates,
  resendDelivery,
} from '#contract/notifications.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { When } from '../../ui/when.tsx'
import css from './deliveries-screen.module.css'
import { channelWords, stateWords } from './delivery-words.ts'

const pageSize = 50

/** Every message that left the house or was to leave it, with what became of it. */
export function DeliveriesScreen() {
  const [state, setState] = useState<DeliveryState | ''>('')
  const { cursor, pager } = useKeyPages(state)
  const ledger = useQuery({
    ...queryFor(deliveries, { query: { limit: pageSize, cursor, ...(state !== '' && { state }) } }),
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
      {data && <Alarms overdue={data.overdue} failed={data.failed} smsConnected={data.smsConnected} />}
      <search className={css.filters} aria-label="Deliveries shown">
        <SelectField
          name="state"
          label="State"
          placeholder="All"
          options={deliveryStates.map((value) => ({ value, label: stateWords[value].label }))}
          value={state}
          onChange={({ currentTarget: { value } }) =>
            setState(deliveryStates.find((one) => one === value) ?? '')
          }
        />
      </search>
      {!data && error && (
        <Notice kind="error" role="alert">
          <h2>Failed to fetch deliveries</h2>
          <p>{error.message}</p>
          <Button onClick={() => void ledger.refetch()}>Try again</Button>
        </Notice>
      )}
      {!data && !error && <SkeletonLines count={6} says="Loading..." />}
      {data && (
        <>
          <DataTable
            caption="Messages, newest first"
            columns={columns}
            rows={data.deliveries}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                picture={<LetterDrawing />}
                title="No messages"
                about="What is sent to patients and staff appears here, with what became of it."
              />
            }
          />
          <Pager {...pager(data.nextCursor)} />
        </>
      )}
    </Page>
  )
}

function Alarms(counts: { overdue: number; failed: number; smsConnected: boolean }) {
  return (
    <>
      {counts.overdue > 0 && (
        <Notice kind="error" role="alert" className={css.alarm}>
          <h2>{counts.overdue} overdue</h2>
          <p>These should have gone out more than 10 minutes ago. Look whether the server's jobs run.</p>
        </Notice>
      )}
      {counts.failed > 0 && (
        <Notice kind="warning" className={css.alarm}>
          <p>{counts.failed} could not be sent. Choose “Failed” to see why, and send them again.</p>
        </Notice>
      )}
      {!counts.smsConnected && (
        <Notice className={css.alarm}>
          <p>No SMS gateway is connected: what would go by SMS is kept here, and e-mail goes in its place.</p>
        </Notice>
      )}
    </>
  )
}

const columns: readonly Column<Delivery>[] = [
  { header: 'When', cell: ({ at }) => <When at={at} zone={browserZone()} distance={false} /> },
  { header: 'Message', cell: ({ kind }) => kindWord(kind) },
  {
    header: 'To',
    cell: ({ channel, to }) => (
      <>
        {channelWords[channel]} <span className={css.to}>{to || 'no address'}</span>
      </>
    ),
  },
  { header: 'State', cell: (row) => <State row={row} /> },
  { header: 'Again', cell: (row) => (row.canResend ? <Resend row={row} /> : '–') },
]

function State({ row }: { row: Delivery }) {
  const { label, tone } = stateWords[row.state]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {row.reason && <p className={css.reason}>{row.reason}</p>}
      {row.attempts > 1 && <p className={css.reason}>{row.attempts} tries</p>}
      {row.text && (
        <details className={css.reason}>
          <summary>Text, {row.segments === 1 ? '1 SMS' : `${row.segments ?? 1} SMS`}</summary>
          {row.text}
        </details>
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
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(deliveries) }),
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
