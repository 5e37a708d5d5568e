import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnalyteEntry, readCatalogue, type TestEntry } from '#contract/catalogue.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/fields.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { sayWaiting } from './interval-words.ts'
import { LoincNotice } from './loinc-notice.tsx'

type Row = TestEntry & { waiting: number }

const columns: readonly Column<Row>[] = [
  {
    header: t`Test`,
    cell: ({ code, name, fasting, bookable }) => (
      <>
        <Link to="/manager-dashboard/catalogue/tests/$code" params={{ code }}>
          <strong>{name}</strong>
        </Link>
        {fasting && (
          <span className="hint">
            {' '}
            <Trans>fasting</Trans>
          </span>
        )}{' '}
        {!bookable && (
          <Badge>
            <Trans>Not bookable</Trans>
          </Badge>
        )}
      </>
    ),
  },
  { header: t`Tube`, cell: ({ tube }) => tube },
  { header: t`Turnaround`, cell: ({ turnaroundHours }) => sayHours(turnaroundHours) },
  {
    header: t`Intervals`,
    cell: ({ analytes, waiting }) =>
      waiting > 0 ? (
        <Badge tone="warning">
          <Trans>{waiting} to be confirmed</Trans>
        </Badge>
      ) : (
        <span className="hint">{plural(analytes.length, { one: '# analyte', other: '# analytes' })}</span>
      ),
  },
]

const sayHours = (hours: number) =>
  hours >= 48 && hours % 24 === 0
    ? plural(hours / 24, { one: '# day', other: '# days' })
    : plural(hours, { one: '# hour', other: '# hours' })

/** All tests, found by their own names and by those of their analytes. */
export function CatalogueScreen() {
  const { data } = useSuspenseQuery(queryFor(readCatalogue))
  const [typed, setTyped] = useState('')
  const entries = new Map(data.analytes.map((analyte) => [analyte.code, analyte]))
  const words = typed.trim().toLowerCase()
  const rows = data.tests
    .map((test) => ({
      ...test,
      waiting: test.analytes.filter((code) => isWaiting(entries.get(code))).length,
    }))
    .filter((test) => words === '' || namesOf(test, entries).some((name) => name.includes(words)))
  const found = words === '' ? [] : data.analytes.filter(({ name }) => name.toLowerCase().includes(words))
  const used = new Set(data.tests.flatMap((test) => test.analytes))
  const unused = data.analytes.filter(({ code }) => !used.has(code))
  return (
    <Screen
      title={t`Catalogue`}
      about={sayWaiting(data.analytes)}
      action={
        data.analytes.some(isWaiting) && (
          <Link to="/manager-dashboard/catalogue/confirm" className={buttonClass({ variant: 'primary' })}>
            <Trans>Review them</Trans>
          </Link>
        )
      }
    >
      <nav className="row mb-5 gap-x-5 gap-y-2" aria-label={t`Catalogue`}>
        <Link to="/manager-dashboard/catalogue/add-test" className={buttonClass()}>
          <PlusIcon size={18} />
          <Trans>Add a test</Trans>
        </Link>
        <Link to="/manager-dashboard/catalogue/add-analyte" className={buttonClass()}>
          <PlusIcon size={18} />
          <Trans>Add an analyte</Trans>
        </Link>
        <Link to="/manager-dashboard/catalogue/packages">
          <Trans>Packages</Trans>
        </Link>
        <Link to="/manager-dashboard/catalogue/comments">
          <Trans>Comments on reports</Trans>
        </Link>
        <Link to="/manager-dashboard/catalogue/microbiology">
          <Trans>Microbiology</Trans>
        </Link>
        <Link to="/manager-dashboard/catalogue/policy">
          <Trans>Release policy</Trans>
        </Link>
      </nav>
      <search className="mb-6 max-w-100" aria-label={t`Catalogue`}>
        <TextField
          name="search"
          label={t`Search`}
          type="search"
          hint={t`Part of the name of a test or an analyte`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      <AnalyteLinks before="Analytes:" analytes={found} />
      <AnalyteLinks before={t`In no test yet:`} analytes={words === '' ? unused : []} />
      <DataTable
        caption={t`Tests of the catalogue`}
        columns={columns}
        rows={rows}
        rowKey={({ code }) => code}
        empty={
          <EmptyState
            picture={<EmptyTubeDrawing />}
            title={t`No test found`}
            about={t`Neither a test nor an analyte has this in its name.`}
          />
        }
      />
      <LoincNotice />
    </Screen>
  )
}

function AnalyteLinks({ before, analytes }: { before: string; analytes: readonly AnalyteEntry[] }) {
  if (analytes.length === 0) return null
  return (
    <p className="mb-5">
      {before}{' '}
      {analytes.map(({ code, name }, at) => (
        <span key={code}>
          {at > 0 && ', '}
          <Link to="/manager-dashboard/catalogue/analytes/$code" params={{ code }}>
            {name}
          </Link>
        </span>
      ))}
    </p>
  )
}

const isWaiting = (analyte: AnalyteEntry | undefined) => analyte?.interval.state === 'to_be_confirmed'

const namesOf = (
  { name, label, code, analytes }: TestEntry,
  entries: ReadonlyMap<string, AnalyteEntry>,
): string[] =>
  [name, label, code, ...analytes.flatMap((one) => entries.get(one)?.name ?? [])].map((one) =>
    one.toLowerCase(),
  )
