import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { sayMinutes } from '../../lib/times.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { type DayFigures, figuresOf, type Staffing, usualStaffing } from './demo-plan.ts'

const rows: { name: string; of: keyof DayFigures }[] = [
  { name: t`Mean wait until called`, of: 'wait' },
  { name: t`Nine of ten wait less than`, of: 'longWait' },
  { name: t`Mean time from arrival to the result`, of: 'turnaround' },
]

/** What the change does to whole days, beside the same days as usual: the same people come in both. */
export function DayTable({ staffing }: { staffing: Staffing }) {
  const usual = useMemo(() => figuresOf({ ...usualStaffing, visits: staffing.visits }), [staffing.visits])
  const chosen = useMemo(() => figuresOf(staffing), [staffing])
  return (
    <section aria-labelledby="figures-title" className="mt-10 [&_h2]:col-span-full [&_h2]:text-xl">
      <h2 id="figures-title">
        <Trans>Effect on the day</Trans>
      </h2>
      <p className="mt-2 mb-4 max-w-[60ch] text-ink-soft">
        <Trans>Averages of six simulated days with the same patients.</Trans>
      </p>
      <DataTable
        caption={t`The chosen staff compared with the usual staff`}
        rows={rows}
        rowKey={(row) => row.of}
        empty={null}
        columns={[
          { header: t`Figure`, cell: (row) => row.name },
          { header: t`As usual`, align: 'end', cell: (row) => said(usual[row.of]) },
          { header: t`As chosen`, align: 'end', cell: (row) => <strong>{said(chosen[row.of])}</strong> },
        ]}
      />
    </section>
  )
}

const said = (minutes: number) => <span className="figures">{sayMinutes(Math.round(minutes))}</span>
