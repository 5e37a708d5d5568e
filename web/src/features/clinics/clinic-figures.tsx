import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ClinicFigures as Figures, readClinicFigures } from '#contract/clinic-figures.ts'
import { queryFor } from '../../api/queries.ts'
import { FiguresCard } from '../../screen/figures-card.tsx'
import type { Column } from '../../ui/data-table.tsx'

/** Which clinics send what, how fast they are served, and what was sent back. */
export const ClinicFigures = () => (
  <FiguresCard
    title={t`Orders by clinic`}
    figuresOf={(query) => queryFor(readClinicFigures, { query })}
    rowsIn={({ clinics }) => clinics}
    caption={t`Orders of clinics by facility, most orders first`}
    columns={columns}
    rowKey={({ id }) => id}
    none={t`No clinic has ordered in this period.`}
    note={
      <Trans>
        The tests that a facility orders most are below its name. Orders “written by staff” came on paper or
        by phone. For “Orders with samples”, the clinic takes the sample itself. The median and the 90th
        percentile are those of the turnaround time, from the receipt of a sample to the first release of a
        result.
      </Trans>
    }
  />
)

const minutes = (value: number | null) => {
  if (value === null) return '–'
  const hours = Math.floor(value / 60)
  const rest = Math.round(value - hours * 60)
  return hours > 0 ? t`${hours} h ${rest} min` : t`${rest} min`
}

const columns: readonly Column<Figures>[] = [
  {
    header: t`Facility`,
    cell: ({ name, tests }) => (
      <>
        <strong>{name}</strong>
        <span className="hint block">{tests.map((test) => `${test.name}: ${test.count}`).join(', ')}</span>
      </>
    ),
    sort: ({ name }) => name,
  },
  { header: t`Orders`, align: 'end', cell: ({ orders }) => orders, sort: ({ orders }) => orders },
  {
    header: t`Written by staff`,
    align: 'end',
    cell: ({ written }) => written,
    sort: ({ written }) => written,
  },
  { header: t`Orders with samples`, align: 'end', cell: ({ sent }) => sent, sort: ({ sent }) => sent },
  {
    header: t`Rejected samples`,
    align: 'end',
    cell: ({ rejected, samples, reasons }) => (
      <>
        {t`${rejected} of ${samples}`}
        {reasons.map(({ reason, count }) => (
          <span key={reason} className="hint block">{`${reason}: ${count}`}</span>
        ))}
      </>
    ),
    sort: ({ rejected }) => rejected,
  },
  { header: t`Tests released`, align: 'end', cell: ({ released }) => released },
  {
    header: t`Median`,
    align: 'end',
    cell: ({ median }) => minutes(median),
    sort: ({ median }) => median ?? 0,
  },
  { header: t`90th percentile`, align: 'end', cell: ({ p90 }) => minutes(p90), sort: ({ p90 }) => p90 ?? 0 },
]
