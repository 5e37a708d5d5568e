import { t } from '@lingui/core/macro'
import { type Manifest, tubeStates } from '#contract/manifests.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { When } from '../../ui/when.tsx'

type Tube = Manifest['list'][number]

/** When and how warm a box left and arrived, and its tubes. */
export function BoxFacts({ box, more = [] }: { box: Manifest; more?: readonly Column<Tube>[] }) {
  const zone = browserZone()
  const degrees = (value: number | null) => (value === null ? '' : `, ${value} °C`)
  return (
    <>
      <Card title={t`Transport`}>
        <Facts
          facts={[
            { name: t`Facility`, value: box.facility },
            { name: t`Sent by`, value: box.madeBy },
            { name: t`Courier`, value: box.courier },
            {
              name: t`Departure`,
              value: (
                <>
                  <When at={box.leftAt} zone={zone} distance={false} />
                  {degrees(box.leftCelsius)}
                </>
              ),
            },
            {
              name: t`Arrival`,
              value:
                box.arrivedAt === null ? (
                  <span className="font-400 text-ink-soft">{t`not yet`}</span>
                ) : (
                  <>
                    <When at={box.arrivedAt} zone={zone} distance={false} />
                    {degrees(box.arrivedCelsius)}
                  </>
                ),
            },
          ]}
        />
      </Card>
      <Card title={t`Tubes`}>
        <DataTable
          caption={t`Tubes of the box`}
          rows={box.list}
          rowKey={({ accession }) => accession}
          empty={null}
          columns={[...columns, ...more]}
        />
      </Card>
    </>
  )
}

const columns: readonly Column<Tube>[] = [
  {
    header: t`Number`,
    cell: ({ accession, tube }) => (
      <>
        <span className="tabular-nums">{accession}</span>
        {tube && <span className="hint block">{tube}</span>}
      </>
    ),
  },
  { header: t`Order`, cell: ({ order }) => order ?? '–' },
  {
    header: t`Status`,
    cell: ({ state, reason }) => (
      <>
        {translated(tubeStates[state])}
        {reason && <span className="hint block">{reason}</span>}
      </>
    ),
  },
]
