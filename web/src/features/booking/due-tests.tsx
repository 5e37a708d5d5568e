import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endStandingOrder, listOwnStandingOrders, type StandingOrder } from '#contract/standing.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { sayRhythm } from '../../lib/say-rhythm.ts'
import { longDay } from '../../lib/times.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** Standing orders of the patient and of the people they look after, with the due days and a link to book. */
export function DueTests() {
  const { data } = useQuery(queryFor(listOwnStandingOrders))
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
              <ConfirmButton
                opener={{ variant: 'plain', children: t`End` }}
                act={() => call(endStandingOrder, { params: { id: order.id } })}
                question={t`End these planned tests?`}
                yes={t`End them`}
                no={t`Keep them`}
                danger
              >
                <p>
                  <Trans>
                    You get no more reminders. First ask the person who requested the tests. Booked
                    appointments stay.
                  </Trans>
                </p>
              </ConfirmButton>
            </div>
          </li>
        ))}
      </ul>
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
