import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReferralFigures as Figures, readReferralFigures } from '#contract/referrals.ts'
import { queryFor } from '../../../api/queries.ts'
import { sayNumber } from '../../../lib/locale.ts'
import { FiguresCard } from '../../../screen/figures-card.tsx'
import type { Column } from '../../../ui/data-table.tsx'

/** The turnaround of other laboratories beside the own. */
export const ReferralFigures = () => (
  <FiguresCard
    title={t`Turnaround time`}
    figuresOf={(query) => queryFor(readReferralFigures, { query })}
    rowsIn={({ laboratories }) => laboratories}
    caption={t`Turnaround time by laboratory`}
    columns={columns}
    rowKey={({ id }) => id ?? ''}
    none=""
    note={
      <Trans>
        Other laboratories: from the handover of the box to the entry of their report. This laboratory: from
        the receipt of the sample to the completed test.
      </Trans>
    }
  />
)

function sayHours(value: number | null): string {
  if (value === null) return '–'
  return value < 48 ? t`${sayNumber(value)} h` : t`${sayNumber(Math.round((value / 24) * 10) / 10)} days`
}

const columns: readonly Column<Figures>[] = [
  {
    header: t`Laboratory`,
    cell: ({ id, name }) => <strong>{id === null ? t`This laboratory` : name}</strong>,
  },
  { header: t`Tests`, align: 'end', cell: ({ tests }) => tests },
  { header: t`Reported`, align: 'end', cell: ({ reported }) => reported },
  { header: t`Late`, align: 'end', cell: ({ late }) => late },
  { header: t`Median`, align: 'end', cell: ({ median }) => sayHours(median) },
  { header: t`90th percentile`, align: 'end', cell: ({ p90 }) => sayHours(p90) },
]
