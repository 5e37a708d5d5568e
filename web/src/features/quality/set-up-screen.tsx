import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ControlLot } from '#contract/quality.ts'
import { lotStateLabels } from '#contract/quality-rules.ts'
import { longDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
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
    header: t`Lot`,
    cell: ({ id, material, level, number }) => (
      <Link to="/quality/set-up/$lotId" params={{ lotId: id }}>
        <Trans>
          {material.name}, {level}, lot {number}
        </Trans>
      </Link>
    ),
  },
  { header: t`Manufacturer`, cell: ({ material }) => material.manufacturer || t`not given` },
  {
    header: t`State`,
    cell: ({ status }) => <Badge tone={lotTones[status]}>{translated(lotStateLabels[status])}</Badge>,
  },
  {
    header: t`Last day`,
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
        <Trans>All controls</Trans>
      </Link>
      <PageHeader
        title={t`Control lots`}
        about={t`A material has levels, each with lots of its own. A lot needs the targets of its analytes before it is opened.`}
        action={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <PlusIcon />
            <Trans>Add a lot</Trans>
          </Button>
        }
      />
      <Dialog open={adding} onClose={() => setAdding(false)} title={t`Add a lot`}>
        <LotForm sites={sites} onCancel={() => setAdding(false)} />
      </Dialog>
      <section className="mb-8 min-w-0">
        {lots.data ? (
          <>
            <DataTable
              caption={t`Lots, newest first`}
              columns={columns}
              rows={lots.data.rows}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  picture={<TubeDrawing />}
                  title={
                    <h2>
                      <Trans>No lot yet</Trans>
                    </h2>
                  }
                  about={t`Add the first one: its material, its level, the number on the vial and its last day.`}
                />
              }
            />
            <Pager {...pager(lots.data.nextCursor)} />
          </>
        ) : lots.error ? (
          <Notice kind="error" role="alert">
            <p>
              <Trans>The lots could not be loaded. {lots.error.message}</Trans>
            </p>
            <Reference id={lots.error.requestId} />
            <Button variant="plain" onClick={() => void lots.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </Notice>
        ) : (
          <SkeletonLines count={6} says={t`Loading the lots...`} />
        )}
      </section>
      <HoursForm />
    </>
  )
}
