import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type AnalyteEntry, readCatalogue, readCatalogueTest } from '#contract/catalogue.ts'
import { queryFor } from '../../api/queries.ts'
import { sayUnit } from '../../lib/units.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChangeList } from './change-list.tsx'
import { ChangePanel } from './change-panel.tsx'
import { sayInterval, stateTones, stateWords } from './interval-words.ts'
import { TestForm } from './test-form.tsx'

const columns: readonly Column<AnalyteEntry>[] = [
  {
    header: t`Analyte`,
    cell: ({ code, name }) => (
      <Link to="/manager-dashboard/catalogue/analytes/$code" params={{ code }}>
        <strong>{name}</strong>
      </Link>
    ),
  },
  { header: t`Unit`, cell: ({ unit }) => sayUnit(unit) || '—' },
  {
    header: t`Interval`,
    cell: ({ interval, decimals }) => <Limits lines={sayInterval(interval, decimals)} />,
  },
  {
    header: t`Status`,
    cell: ({ interval: { state } }) => <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>,
  },
]

/** The first lines of an interval; the rest is on the analyte's own screen. */
function Limits({ lines }: { lines: readonly string[] }) {
  const most = 3
  if (lines.length === 0) return '—'
  return (
    <span className="stack tabular-nums">
      {lines.slice(0, most).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {lines.length > most && (
        <span className="hint">
          <Trans>and {lines.length - most} more</Trans>
        </span>
      )}
    </span>
  )
}

/** A test: what is said of it, the analytes of its panel, and how it was changed. */
export function TestScreen({ code, zone }: { code: string; zone: string }) {
  const { data: test } = useSuspenseQuery(queryFor(readCatalogueTest, { params: { code } }))
  const { data: catalogue } = useSuspenseQuery(queryFor(readCatalogue))
  return (
    <Screen
      rhythm="sections"
      title={test.name}
      about={`${test.specimen}. ${test.bookable ? t`It can be booked.` : t`It can no longer be booked.`}`}
    >
      <section className="stack gap-3" aria-labelledby="panel">
        <h2 id="panel" className="text-xl">
          <Trans>Panel</Trans>
        </h2>
        <DataTable
          caption={t`Analytes of ${test.name}`}
          columns={columns}
          rows={test.analytes}
          rowKey={(analyte) => analyte.code}
          empty={
            <p>
              <Trans>It has no analytes.</Trans>
            </p>
          }
        />
        <ChangePanel test={test} analytes={catalogue.analytes} />
      </section>
      <section className="stack gap-4" aria-labelledby="said">
        <h2 id="said" className="text-xl">
          <Trans>Preparation and text</Trans>
        </h2>
        <TestForm test={test} others={catalogue.tests} />
      </section>
      <section className="stack gap-4" aria-labelledby="changed">
        <h2 id="changed" className="text-xl">
          <Trans>How it was changed</Trans>
        </h2>
        <ChangeList history={test.history} zone={zone} />
      </section>
    </Screen>
  )
}
