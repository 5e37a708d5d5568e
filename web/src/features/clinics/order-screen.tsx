import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  type ClinicOrder,
  type ClinicSample,
  clinicOrderLabels,
  clinicOrderRequest,
  orderWays,
  readClinicOrder,
} from '#contract/clinic-orders.ts'
import { fastingStates } from '#contract/orders.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { longDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { usePdf } from '../../screen/use-pdf.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { BookTime } from './book-time.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { StateBadge } from './state-badge.tsx'
import { TakeSamples } from './take-samples.tsx'

/** One order: where it stands, its papers, its samples and the way to its results. */
export function OrderScreen({
  id,
  pages,
}: {
  id: string
  /** The pages of the request form. */
  pages: ReactNode
}) {
  const { data: order } = useSuspenseQuery({
    ...queryFor(readClinicOrder, { params: { id } }),
    refetchInterval: 60_000,
  })
  const { toTake, preparation, state } = order
  return (
    <Screen
      rhythm="cards"
      title={order.patient}
      state={
        <>
          <StateBadge state={state} /> {order.urgent && <Badge tone="danger">{t`Urgent`}</Badge>}
        </>
      }
      about={t`Order ${order.code}`}
      action={
        (order.report ?? order.confidentialReport) && (
          <Link
            to="/clinic/orders/$id/report"
            params={{ id }}
            className={buttonClass({ variant: 'primary' })}
          >
            <Trans>Read the results</Trans>
          </Link>
        )
      }
    >
      {state === 'rejected' && (
        <Notice kind="error">
          <p>
            {order.samples.some(({ status }) => status === 'rejected') ? (
              <Trans>
                The laboratory rejected a sample. Please collect a new sample. The reason is shown in the list
                of samples.
              </Trans>
            ) : (
              <Trans>The laboratory has added a test. Please collect a sample for it.</Trans>
            )}
          </p>
        </Notice>
      )}
      {preparation.length > 0 && (
        <Notice kind="warning">
          <ul className="list-disc ps-4">
            {preparation.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {toTake.length > 0 && <TakeSamples order={order} />}
        {state === 'expected' && <BookTime order={order} />}
        <Papers order={order} />
        {order.whyNotCancel === null && <CancelOrder id={id} code={order.code} />}
      </div>
      <Card title={t`Order details`}>
        <Facts facts={factsOf(order)} />
        {pages}
      </Card>
      {order.samples.length > 0 && (
        <Card title={t`Samples`}>
          <DataTable
            caption={t`Samples`}
            rows={order.samples}
            rowKey={({ accession }) => accession}
            empty={null}
            columns={columnsOf(order.site.timeZone)}
          />
        </Card>
      )}
    </Screen>
  )
}

function Papers({ order: { id, code, samples } }: { order: ClinicOrder }) {
  const request = usePdf(() => call(clinicOrderRequest, { params: { id } }), `request-${code}.pdf`)
  const labels = usePdf(
    () => call(clinicOrderLabels, { params: { id }, query: { format: 'a4' } }),
    `labels-${code}.pdf`,
  )
  const hasLabels = samples.some(({ status }) => status !== 'rejected')
  return (
    <>
      <Button pending={request.isPending} onClick={() => request.open()}>
        <Trans>Print the request</Trans>
      </Button>
      {hasLabels && (
        <Button pending={labels.isPending} onClick={() => labels.open()}>
          <Trans>Print labels</Trans>
        </Button>
      )}
    </>
  )
}

function factsOf(order: ClinicOrder) {
  const { site, visit, gender, age, bornOn, fasting, pregnancyWeek, cancelReason } = order
  const sex = gender === 'female' ? t`female` : t`male`
  const born = bornOn === null ? '' : longDay(bornOn)
  const optional = [
    { name: t`Phone Number`, value: order.contact },
    { name: t`Clinical details`, value: order.clinicalDetails },
    { name: t`Diagnosis`, value: order.diagnosis },
    { name: t`Fasting state`, value: fasting === 'not known' ? '' : translated(fastingStates[fasting]) },
    { name: t`Week of pregnancy`, value: pregnancyWeek === null ? '' : String(pregnancyWeek) },
    { name: t`Medication`, value: order.medication },
    { name: t`Reason`, value: cancelReason ?? '' },
  ]
  return [
    { name: t`Tests`, value: sayList(order.tests) },
    { name: t`Person number`, value: order.personNumber },
    {
      name: t`Sex and age`,
      value: born === '' ? t`${sex}, ${age} years` : t`${sex}, ${age} years, born ${born}`,
    },
    { name: t`Sample collection`, value: translated(orderWays[order.way]) },
    {
      name: t`Ordered`,
      value: (
        <>
          <When at={order.orderedAt} zone={site.timeZone} distance={false} />, {order.orderedBy}
        </>
      ),
    },
    ...(visit
      ? [
          {
            name: t`Visit`,
            value: (
              <>
                <When at={visit.startsAt} zone={site.timeZone} distance={false} />, {site.name},{' '}
                {visit.reference}
              </>
            ),
          },
        ]
      : []),
    ...optional.filter(({ value }) => value !== ''),
  ]
}

const sampleWords: Readonly<Record<ClinicSample['status'], string>> = {
  collected: t`Collected, not at the laboratory yet`,
  received: t`At the laboratory`,
  rejected: t`Rejected`,
  discarded: t`Tested and discarded`,
}

const columnsOf = (zone: string): readonly Column<ClinicSample>[] => [
  {
    header: t`Number`,
    cell: ({ accession, tube }) => (
      <>
        <span className="tabular-nums">{accession}</span>
        <span className="hint block">{tube}</span>
      </>
    ),
  },
  { header: t`Tests`, cell: ({ tests }) => sayList(tests) },
  {
    header: t`Status`,
    cell: ({ status, rejection }) => (
      <>
        {sampleWords[status]}
        {rejection && <span className="hint block">{rejection}</span>}
      </>
    ),
  },
  { header: t`Collected`, cell: ({ collectedAt }) => <When at={collectedAt} zone={zone} distance={false} /> },
  {
    header: t`Received`,
    cell: ({ receivedAt }) => (receivedAt ? <When at={receivedAt} zone={zone} distance={false} /> : '–'),
  },
]
