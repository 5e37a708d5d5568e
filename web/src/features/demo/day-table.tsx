import { useMemo } from 'react'
import { sayMinutes } from '../../lib/times.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { type DayFigures, figuresOf, type Staffing, usualStaffing } from './demo-plan.ts'
import css from './live-laboratory.module.css'

const rows: { name: string; of: keyof DayFigures }[] = [
  { name: 'Mean wait until called', of: 'wait' },
  { name: 'Nine of ten wait less than', of: 'longWait' },
  { name: 'Mean time from the door to the result', of: 'turnaround' },
]

/** What the change does to whole days, beside the same days as usual: the same people come in both. */
export function DayTable({ staffing }: { staffing: Staffing }) {
  const usual = useMemo(() => figuresOf({ ...usualStaffing, visits: staffing.visits }), [staffing.visits])
  const chosen = useMemo(() => figuresOf(staffing), [staffing])
  return (
    <section aria-labelledby="figures-title" className={css.figures}>
      <h2 id="figures-title">What it does to the day</h2>
      <p className={css.note}>Means of six made-up days on which the same people come.</p>
      <DataTable
        caption="The chosen staff beside the usual staff"
        rows={rows}
        rowKey={(row) => row.of}
        empty={null}
        columns={[
          { header: 'Figure', cell: (row) => row.name },
          { header: 'As usual', align: 'end', cell: (row) => said(usual[row.of]) },
          { header: 'As chosen', align: 'end', cell: (row) => <strong>{said(chosen[row.of])}</strong> },
        ]}
      />
    </section>
  )
}

const said = (minutes: number) => <span className="figures">{sayMinutes(Math.round(minutes))}</span>
