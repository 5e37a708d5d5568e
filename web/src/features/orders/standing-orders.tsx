import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endStandingOrder, listStandingOrders, type StandingOrder } from '#contract/standing.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { sayRhythm } from '../../lib/say-rhythm.ts'
import { longDay } from '../../lib/times.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { Loaded } from '../../screen/rows.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { StandingForm } from './standing-form.tsx'

/** The standing orders of a person, for staff. */
export function StandingOrders({ id }: { id: string }) {
  const query = useQuery(queryFor(listStandingOrders, { params: { id } }))
  return (
    <section aria-labelledby="standing" className="stack gap-3 [&_h2]:text-l">
      <h2 id="standing">
        <Trans>Standing orders</Trans>
      </h2>
      <Loaded query={query} failure={t`The standing orders could not be loaded`}>
        {({ orders }) => (
          <DataTable
            caption={t`Standing orders, the latest first`}
            rows={orders}
            rowKey={(order) => order.id}
            empty={<p>{t`This person has no standing orders.`}</p>}
            columns={[
              {
                header: t`Tests`,
                cell: (order) => (
                  <>
                    <strong>{sayList(order.tests)}</strong>
                    <span className="hint block">
                      {[sayRhythm(order), order.asked].filter((part) => part !== null).join('. ')}
                    </span>
                  </>
                ),
              },
              { header: t`Due`, cell: (order) => <DueOf order={order} /> },
              {
                header: t`Action`,
                align: 'end',
                cell: (order) =>
                  order.ended === null && (
                    <span className="flex flex-wrap justify-end gap-2">
                      {(order.next !== null || order.due?.state !== 'booked') && (
                        <Link
                          to="/manager-dashboard/appointments/book"
                          search={{ standing: order.id }}
                          className={buttonClass()}
                        >
                          <Trans>Book</Trans>
                        </Link>
                      )}
                      <ConfirmButton
                        opener={{
                          variant: 'plain',
                          'aria-label': t`End ${sayList(order.tests)}`,
                          children: t`End`,
                        }}
                        act={() => call(endStandingOrder, { params: { id: order.id } })}
                        question={t`End this standing order?`}
                        yes={t`End it`}
                      >
                        <p>
                          <Trans>
                            The patient gets no more messages about due days. Booked appointments stay.
                          </Trans>
                        </p>
                      </ConfirmButton>
                    </span>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <div>
        <StandingForm personId={id} />
      </div>
    </section>
  )
}

function DueOf({ order: { due, next, ended } }: { order: StandingOrder }) {
  const on = due ? longDay(due.on) : ''
  const later = next ? longDay(next) : ''
  if (ended !== null) {
    const day = longDay(ended)
    return <Badge tone="quiet">{t`Ended on ${day}`}</Badge>
  }
  return (
    <>
      {due?.state === 'due' && <Badge tone="warning">{t`Due on ${on}`}</Badge>}
      {due?.state === 'missed' && <Badge tone="danger">{t`Missed on ${on}`}</Badge>}
      {due?.state === 'booked' && due.visitId !== null && (
        <Link to="/appointments/$id" params={{ id: due.visitId }}>
          {t`Booked for ${on}`}
        </Link>
      )}
      {later !== '' && <span className="hint block">{t`Next on ${later}`}</span>}
    </>
  )
}
