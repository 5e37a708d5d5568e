import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Cumulative,
  mostSamples,
  readCumulative,
  readCumulativePdf,
  readOwnCumulative,
  readOwnCumulativePdf,
} from '#contract/cumulative.ts'
import { flagWords } from '#contract/results.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { flagTones } from '../../../lib/flag-tones.ts'
import { browserZone, dayOf, shortDay, timeOf } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { PdfProblem } from './report-body.tsx'
import { savePdf } from './save-pdf.ts'

const calls = {
  staff: { table: readCumulative, pdf: readCumulativePdf },
  own: { table: readOwnCumulative, pdf: readOwnCumulativePdf },
} as const

/** All values of a person in one table, and as a PDF. The table is fetched when it is asked for. */
export function CumulativeReport({ id, of }: { id: string; of: keyof typeof calls }) {
  const [shows, setShows] = useState(false)
  const pdf = useCall(
    async () => savePdf(await call(calls[of].pdf, { params: { id } }), 'cumulative-report.pdf'),
    { says: false },
  )
  return (
    <section aria-labelledby="cumulative" className="mb-6">
      <h2 id="cumulative" className="mb-3 text-l">
        <Trans>All values in one table</Trans>
      </h2>
      <PdfProblem error={pdf.error} />
      <p className="flex flex-wrap gap-2">
        <Button aria-expanded={shows} onClick={() => setShows(!shows)}>
          {shows ? t`Hide the table` : t`Show the table`}
        </Button>
        <Button pending={pdf.isPending} pendingText={t`Fetching the PDF...`} onClick={() => pdf.mutate()}>
          <DownloadIcon />
          <Trans>Cumulative report as PDF</Trans>
        </Button>
      </p>
      {shows && <Table id={id} of={of} />}
    </section>
  )
}

function Table({ id, of }: { id: string; of: keyof typeof calls }) {
  const { data, error, refetch } = useQuery(queryFor(calls[of].table, { params: { id } }))
  if (error && !data)
    return <Failed error={error} failure={t`The table could not be loaded`} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines count={4} says={t`Loading the values...`} />
  return <Values table={data} />
}

type Row = Cumulative['rows'][number]

function Values({ table: { columns, rows, older } }: { table: Cumulative }) {
  const zone = browserZone()
  return (
    <>
      <DataTable<Row>
        caption={t`All values, the latest first`}
        rows={rows}
        rowKey={({ test, code, unit }) => `${test} ${code} ${unit}`}
        empty={null}
        columns={[
          { header: t`Test`, cell: (row) => <Quantity row={row} /> },
          { header: t`Interval`, cell: ({ range }) => <span className="figures">{range || '–'}</span> },
          ...columns.map((at, index) => ({
            header: `${shortDay(dayOf(at, zone))} ${timeOf(at, zone)}`,
            cell: ({ cells }: Row) => <Cell cell={cells[index] ?? null} />,
          })),
        ]}
      />
      {older && (
        <p className="hint">
          <Trans>The table has the latest {mostSamples} samples. Older values are in the PDF.</Trans>
        </p>
      )}
    </>
  )
}

/** The name of a quantity, and that of its test: two tests can have a quantity of the same name. */
function Quantity({ row: { test, name, unit } }: { row: Row }) {
  return (
    <>
      {`${name}${unit && `, ${unit}`}`}
      {test !== name && <span className="hint block">{test}</span>}
    </>
  )
}

function Cell({ cell }: { cell: Row['cells'][number] }) {
  if (cell === null) return '–'
  const { value, flag } = cell
  return (
    <>
      <span className="figures">{value}</span>{' '}
      {flag !== '' && <Badge tone={flagTones[flag]}>{translated(flagWords[flag])}</Badge>}
    </>
  )
}
