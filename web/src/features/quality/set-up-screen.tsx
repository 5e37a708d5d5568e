import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ControlLot } from '#contract/quality.ts'
import { lotStateLabels } from '#contract/quality-rules.ts'
import { longDay } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons.tsx'
import { Notice, Reference } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { sayExpiry } from './control-words.ts'
import { HoursForm } from './hours-form.tsx'
import { LotForm } from './lot-form.tsx'
import { lotsQuery } from './quality-queries.ts'

const lotTones = { new: 'neutral', open: 'ok', closed: 'neutral' } as const

const columns: readonly Column<ControlLot>[] = [
  {
    header: 'Lot',
    cell: ({ id, material, level, number }) => (
      <Link to="/quality/set-up/$lotId" params={{ lotId: id }}>
        {material.name}, {level}, lot {number}
      </Link>
    ),
  },
  { header: 'Manufacturer', cell: ({ material }) => material.manufacturer || 'not given' },
  {
    header: 'State',
    cell: ({ status }) => <Badge tone={lotTones[status]}>{lotStateLabels[status]}</Badge>,
  },
  {
    header: 'Last day',
    cell: (lot) => {
      const said = lot.status === 'closed' ? null : sayExpiry(lot)
      return said ? (
        <Badge tone={lot.expiry === 'expired' ? 'danger' : 'warning'}>{said}</Badge>
      ) : (
        longDay(lot.expiresOn)
      )
    },
  },
]

/** Lots of control material, for who prepares them. */
export function SetUpScreen({ sites }: { sites: readonly { id: string; name: string }[] }) {
  const { cursor, pager } = useKeyPages('')
  const lots = useQuery(lotsQuery(cursor))
  const [adding, setAdding] = useState(false)
  return (
    <>
      <Link to="/quality" className="tap mb-2 gap-2 font-550 no-underline hover:underline print:hidden">
        <ArrowLeftIcon size={18} />
        All controls
      </Link>
      <PageHeader
        title="Control lots"
        about="A material has levels, each with lots of its own. A lot needs the targets of its analytes before it is opened."
        action={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <PlusIcon />
            Add a lot
          </Button>
        }
      />
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add a lot">
        <LotForm sites={sites} onCancel={() => setAdding(false)} />
      </Dialog>
      <section className="mb-8 min-w-0">
        {lots.data ? (
          <>
            <DataTable
              caption="Lots, newest first"
              columns={columns}
              rows={lots.data.rows}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  picture={<TubeDrawing />}
                  title={<h2>No lot yet</h2>}
                  about="Add the first one: its material, its level, the number on the vial and its last day."
                />
              }
            />
            <Pager {...pager(lots.data.nextCursor)} />
          </>
        ) : lots.error ? (
          <Notice kind="error" role="alert">
            <p>The lots could not be loaded. {lots.error.message}</p>
            <Reference id={lots.error.requestId} />
            <Button variant="plain" onClick={() => void lots.refetch()}>
              Try again
            </Button>
          </Notice>
        ) : (
          <SkeletonLines count={6} says="Loading the lots..." />
        )}
      </section>
      <HoursForm />
    </>
  )
}
