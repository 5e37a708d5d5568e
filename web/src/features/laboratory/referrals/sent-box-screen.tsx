import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { tubeStates } from '#contract/manifests.ts'
import { packingList, readSentBox, type SentBoxDetail, unpackBox } from '#contract/referrals.ts'
import { transportStates } from '#contract/transport.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { spaced } from '../../../lib/accession.ts'
import { sayList, sayNumber } from '../../../lib/locale.ts'
import { browserZone } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { usePdf } from '../../../screen/use-pdf.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PrinterIcon } from '../../../ui/icons.tsx'
import { When } from '../../../ui/when.tsx'
import { ArrivalForm, HandOverForm } from './sent-box-forms.tsx'
import { SentBoxState } from './sent-boxes-screen.tsx'

/** A box for another laboratory: its paper, its handover, and what has arrived there. */
export function SentBoxScreen({ id }: { id: string }) {
  const { data: box } = useSuspenseQuery(queryFor(readSentBox, { params: { id } }))
  const paper = usePdf(() => call(packingList, { params: { id } }), `packing-list-${box.code}.pdf`)
  const isPacked = box.leftAt === null && box.closedAt === null
  return (
    <Screen
      rhythm="cards"
      title={t`Box ${box.code}`}
      state={<SentBoxState box={box} />}
      about={box.laboratory}
      action={
        <Button
          variant={isPacked ? 'primary' : 'quiet'}
          pending={paper.isPending}
          onClick={() => paper.open()}
        >
          <PrinterIcon size={18} />
          <Trans>Print the packing list</Trans>
        </Button>
      }
    >
      {isPacked && <HandOverForm id={id} />}
      {isPacked && <Unpack id={id} />}
      {box.leftAt !== null && box.arrivedAt === null && <ArrivalForm box={box} />}
      <Card title={t`Transport`}>
        <Facts facts={factsOf(box)} />
      </Card>
      <Card title={t`Tubes`}>
        <DataTable
          caption={t`Tubes of the box`}
          rows={box.list}
          rowKey={({ accession }) => accession}
          empty={null}
          columns={columnsFor(box)}
        />
      </Card>
    </Screen>
  )
}

function Unpack({ id }: { id: string }) {
  const unpack = useCall(() => call(unpackBox, { params: { id } }), { saysRefusal: true })
  return (
    <p>
      <Button variant="plain" className="-ms-3" pending={unpack.isPending} onClick={() => unpack.mutate()}>
        <Trans>Unpack the box and send its tubes later</Trans>
      </Button>
    </p>
  )
}

function factsOf(box: SentBoxDetail) {
  const when = (at: string | null) =>
    at === null ? (
      <span className="font-400 text-ink-soft">{t`not yet`}</span>
    ) : (
      <When at={at} zone={browserZone()} distance={false} />
    )
  const celsius = box.leftCelsius === null ? '' : `, ${sayNumber(box.leftCelsius)} °C`
  return [
    { name: t`From`, value: box.site },
    { name: t`Packed by`, value: box.madeBy },
    { name: t`Temperature`, value: translated(transportStates[box.transport]) + celsius },
    { name: t`Courier`, value: box.courier || '–' },
    { name: t`Tracking number`, value: box.trackingNumber || '–' },
    { name: t`Departure`, value: when(box.leftAt) },
    { name: t`Arrival`, value: when(box.arrivedAt) },
  ]
}

const columnsFor = ({ leftAt }: SentBoxDetail): readonly Column<SentBoxDetail['list'][number]>[] => [
  {
    header: t`Number`,
    cell: ({ accession, specimen, tube }) => (
      <>
        <span className="figures">{spaced(accession)}</span>
        <span className="hint block">{`${specimen}, ${tube}`}</span>
      </>
    ),
  },
  { header: t`Tests`, cell: ({ tests }) => sayList(tests) || '–' },
  {
    header: t`Status`,
    cell: ({ state, reason }) => (
      <>
        {state === 'expected' && leftAt === null ? t`Packed` : translated(tubeStates[state])}
        {reason && <span className="hint block">{reason}</span>}
      </>
    ),
  },
]
