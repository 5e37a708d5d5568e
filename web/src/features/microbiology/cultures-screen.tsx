import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { startWorklist } from '#contract/bench.ts'
import type { CultureRow } from '#contract/cultures.ts'
import { call } from '../../api/client.ts'
import { spaced } from '../../lib/accession.ts'
import { sayList } from '../../lib/locale.ts'
import { browserZone } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { When } from '../../ui/when.tsx'
import { culturesQuery } from './culture-queries.ts'

/** The cultures at the bench: what is read today, what is read already, and what waits. */
export function CulturesScreen() {
  const { rows } = useSuspenseQuery(culturesQuery).data
  const toRead = rows.filter((row) => row.toRead)
  const incubating = rows.filter((row) => row.day !== null && !row.toRead && !row.waitsForRelease)
  const waiting = rows.filter((row) => row.waitsForRelease)
  const received = rows.filter((row) => row.day === null)
  return (
    <Screen
      title={t`Cultures`}
      about={
        toRead.length === 0
          ? t`No cultures left to read today.`
          : plural(toRead.length, { one: '# culture to read today', other: '# cultures to read today' })
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          picture={<TubeDrawing />}
          title={<h2>{t`No cultures`}</h2>}
          about={t`Cultures appear here when their samples are collected.`}
        />
      ) : (
        <div className="stack gap-6">
          <FindCulture rows={rows} />
          <Part title={t`To read today`} rows={toRead} />
          <Part title={t`To inoculate`} rows={received} action={<Inoculate rows={received} />} />
          <Part title={t`Incubating`} rows={incubating} />
          <Part title={t`Waiting for release`} rows={waiting} />
        </div>
      )}
    </Screen>
  )
}

function Part({
  title,
  rows,
  action,
}: {
  title: string
  rows: readonly CultureRow[]
  action?: React.ReactNode
}) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <div className="row mb-2 flex-wrap justify-between gap-3">
        <h2 id={id} className="text-l">
          {title} <span className="hint font-400">{rows.length}</span>
        </h2>
        {action}
      </div>
      <DataTable caption={title} rows={rows} rowKey={({ id: task }) => task} columns={columns} empty={null} />
    </section>
  )
}

const columns: readonly Column<CultureRow>[] = [
  {
    header: t`Culture`,
    cell: ({ id, test, accession, patient, site, urgent }) => (
      <>
        <Link to="/cultures/$id" params={{ id }} className="font-600">
          {test}, {patient.fullName}
        </Link>{' '}
        {urgent && <Badge tone="danger">{t`Urgent`}</Badge>}
        <span className="hint block">
          <span className="figures whitespace-nowrap">{spaced(accession)}</span>, {site}
        </span>
      </>
    ),
  },
  {
    header: t`Day`,
    sort: ({ day }) => day ?? -1,
    cell: ({ day, finalDay }) =>
      day === null ? (
        '–'
      ) : (
        <span className="whitespace-nowrap">
          <Trans>
            {day} of {finalDay}
          </Trans>{' '}
          {day >= finalDay && <Badge tone="warning">{t`Final reading due`}</Badge>}
        </span>
      ),
  },
  {
    header: t`Status`,
    cell: ({ stage, interim, waitsForRelease }) =>
      (waitsForRelease || interim) && (
        <span className="flex flex-wrap gap-1">
          {waitsForRelease && (
            <Badge tone="info">{stage === 'final' ? t`Final reading saved` : t`Interim reading saved`}</Badge>
          )}
          {interim && <Badge tone="vial">{t`Interim reported`}</Badge>}
        </span>
      ),
  },
  {
    header: t`Growth`,
    cell: ({ organisms, lastRead }) =>
      organisms.length > 0 ? sayList(organisms) : lastRead ? t`No isolates yet` : t`Not read yet`,
  },
  {
    header: t`Last read`,
    cell: ({ lastRead }) =>
      lastRead ? (
        <>
          <When at={lastRead.at} zone={browserZone()} />
          <span className="hint block">{lastRead.by}</span>
        </>
      ) : (
        '–'
      ),
  },
]

/** A scanner types the number of the sample and Enter. */
function FindCulture({ rows }: { rows: readonly CultureRow[] }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const find = () => {
    const digits = typed.replace(/\D/g, '')
    const found = rows.find(({ accession }) => digits !== '' && accession.endsWith(digits))
    setMissing(!found)
    if (found) void navigate({ to: '/cultures/$id', params: { id: found.id } })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
    >
      <label htmlFor={id} className="font-600">
        <Trans>Scan a plate, or type its sample number</Trans>
      </label>
      <div className="row mt-1.5 gap-2">
        <input
          id={id}
          className="input max-w-80"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          aria-describedby={missing ? `${id}-missing` : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setMissing(false)
          }}
        />
        <Button type="submit">
          <Trans>Open</Trans>
        </Button>
      </div>
      {missing && (
        <p id={`${id}-missing`} role="alert" className="mt-1.5">
          <Trans>No culture at the bench has this sample number.</Trans>
        </p>
      )}
    </form>
  )
}

/** Starts the day count of all cultures that are not inoculated. */
function Inoculate({ rows }: { rows: readonly CultureRow[] }) {
  const start = useCall(
    () => call(startWorklist, { body: { tasks: rows.slice(0, 50).map(({ id }) => id) } }),
    {
      saysRefusal: true,
    },
  )
  return (
    <Button pending={start.isPending} onClick={() => start.mutate()}>
      {rows.length === 1 ? t`Start incubation` : t`Start incubation of all`}
    </Button>
  )
}
