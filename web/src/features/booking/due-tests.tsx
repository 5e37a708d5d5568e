import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { endStandingOrder, listOwnStandingOrders, type StandingOrder } from '#contract/standing.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { sayRhythm } from '../../lib/say-rhythm.ts'
import { longDay } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Standing orders of the patient and of the people they look after, with the due days and a link to book. */
export function DueTests() {
  const { data } = useQuery(queryFor(listOwnStandingOrders))
  const [ending, setEnding] = useState<StandingOrder | null>(null)
  const end = useCall((id: string) => call(endStandingOrder, { params: { id } }), {
    saysRefusal: true,
    onDone: () => setEnding(null),
  })
  const orders = data?.orders ?? []
  if (orders.length === 0) return null
  return (
    <Card className="stack gap-4 [&_h2]:text-l" aria-labelledby="planned-title">
      <h2 id="planned-title">
        <Trans>Planned tests</Trans>
      </h2>
      <ul className="-mb-3 border-t">
        {orders.map((order) => (
          <li
            key={order.id}
            className="row items-center justify-between gap-x-6 gap-y-3 border-b py-3 last:border-b-0"
          >
            <div className="stack min-w-0 flex-[1_1_240px] gap-1">
              <p className="font-600">
                <OrderName order={order} />
              </p>
              <p className="hint">{sayRhythm(order)}</p>
              <p>
                <NextDue order={order} />
              </p>
            </div>
            <div className="flex flex-wrap gap-2 max-sm:flex-[1_1_100%] max-sm:*:flex-auto">
              {isOpen(order) && (
                <Link
                  to="/patient-dashboard/appointment-page"
                  search={{ standing: order.id }}
                  className={buttonClass(
                    order.due && order.due.state !== 'booked' ? { variant: 'primary' } : {},
                  )}
                >
                  <Trans>Book a time</Trans>
                </Link>
              )}
              <Button variant="plain" onClick={() => setEnding(order)}>
                <Trans>End</Trans>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {ending && (
        <ConfirmDialog
          open
          question={t`End these planned tests?`}
          yes={t`End them`}
          no={t`Keep them`}
          danger
          pending={end.isPending}
          onYes={() => end.mutate(ending.id)}
          onNo={() => setEnding(null)}
        >
          <p>
            <Trans>
              You get no more reminders. First ask the person who requested the tests. Booked appointments
              stay.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function OrderName({ order: { tests, person } }: { order: StandingOrder }) {
  const [names, { fullName }] = [sayList(tests), person]
  return (
    <Trans>
      {names} for <bdi>{fullName}</bdi>
    </Trans>
  )
}

/** Whether there is a due day to book. */
const isOpen = ({ due, next }: StandingOrder) => (due && due.state !== 'booked') || next !== null

function NextDue({ order: { due, next } }: { order: StandingOrder }) {
  const on = due ? longDay(due.on) : ''
  const later = next ? longDay(next) : ''
  if (due?.state === 'due') return <Badge tone="warning">{t`Due on ${on}`}</Badge>
  if (due?.state === 'missed') return <Badge tone="danger">{t`Was due on ${on}`}</Badge>
  return later !== '' ? t`Next due on ${later}` : t`Booked`
}
