import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ComponentType, useState } from 'react'
import { checkInOrder, type ExpectedOrder, listExpectedOrders } from '#contract/clinic-desk.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { sayList } from '../../lib/locale.ts'
import { browserZone } from '../../lib/times.ts'
import { FilterBar, Words } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { When } from '../../ui/when.tsx'
import { expectedAddress } from './expected-search.ts'

/** Open orders of clinics: the desk finds one by the code of its request, or by the name, and checks its patient in. */
export function ExpectedOrdersScreen({
  TicketGiven,
}: {
  TicketGiven: ComponentType<{ given: ResponseOf<typeof checkInOrder> }>
}) {
  const filters = useFilters(expectedAddress)
  const list = useList(listExpectedOrders, { query: { limit: 50, ...filters.words } })
  const [last, setLast] = useState<ResponseOf<typeof checkInOrder> | null>(null)
  return (
    <ListScreen
      title={t`Orders of clinics`}
      about={t`Scan the code on the request, or search by name, person number or code.`}
      above={last && <TicketGiven given={last} />}
      filters={
        <FilterBar label={t`Orders shown`} filters={filters}>
          <Words name="search" />
        </FilterBar>
      }
      list={list}
      failure={t`The orders could not be loaded`}
      caption={t`Open orders of clinics, oldest first`}
      rowKey={({ id }) => id}
      narrowed={filters.narrowed}
      empty={{
        picture: <ChairDrawing />,
        title: t`No open orders`,
        about: t`Orders of clinics appear here until the patient or the sample arrives.`,
      }}
      columns={[
        {
          header: t`Patient`,
          cell: ({ patient, code, personNumber }) => (
            <>
              <strong>
                <bdi>{patient}</bdi>
              </strong>
              <span className="hint block">
                {code}, {personNumber}
              </span>
            </>
          ),
        },
        {
          header: t`Requested by`,
          cell: ({ orderedBy, facility }) => (
            <>
              {orderedBy}
              <span className="hint block">{facility}</span>
            </>
          ),
        },
        {
          header: t`Tests`,
          cell: ({ tests, urgent }) => (
            <>
              {sayList(tests)} {urgent && <Badge tone="danger">{t`Urgent`}</Badge>}
            </>
          ),
        },
        {
          header: t`Ordered`,
          cell: ({ orderedAt, wantedAt }) => (
            <>
              <When at={orderedAt} zone={browserZone()} distance={false} />
              {wantedAt && (
                <span className="hint block">
                  <Trans>
                    For <When at={wantedAt} zone={browserZone()} distance={false} />
                  </Trans>
                </span>
              )}
            </>
          ),
        },
        { header: t`Action`, align: 'end', cell: (order) => <CheckIn order={order} onDone={setLast} /> },
      ]}
    />
  )
}

function CheckIn({
  order: { id, patient, way },
  onDone,
}: {
  order: ExpectedOrder
  onDone: (answer: ResponseOf<typeof checkInOrder>) => void
}) {
  const checkIn = useCall(() => call(checkInOrder, { params: { id } }), {
    says: false,
    saysRefusal: true,
    onDone,
  })
  if (way === 'sample') return <span className="hint">{t`The clinic collects the sample`}</span>
  return (
    <Button aria-label={t`Check in ${patient}`} pending={checkIn.isPending} onClick={() => checkIn.mutate()}>
      <Trans>Check in</Trans>
    </Button>
  )
}
