import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReferralLaboratory } from '#contract/referrals.ts'
import { sayList } from '../../../lib/locale.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { LaboratoryForm } from './laboratory-form.tsx'

/** Referral laboratories, with what there is to send to each. */
export function Laboratories({
  laboratories,
  maySetUp,
}: {
  laboratories: readonly ReferralLaboratory[]
  maySetUp: boolean
}) {
  const [open, setOpen] = useState<ReferralLaboratory | 'new' | null>(null)
  return (
    <Card aria-labelledby="laboratories">
      <div className="row mb-3 justify-between gap-3">
        <h2 id="laboratories" className="text-l">
          <Trans>Laboratories</Trans>
        </h2>
        {maySetUp && (
          <Button variant={laboratories.length === 0 ? 'primary' : 'quiet'} onClick={() => setOpen('new')}>
            <PlusIcon />
            <Trans>Add a laboratory</Trans>
          </Button>
        )}
      </div>
      <DataTable
        caption={t`Referral laboratories by name`}
        rows={laboratories}
        rowKey={({ id }) => id}
        columns={[
          ...columns,
          ...(maySetUp
            ? [
                {
                  header: t`Actions`,
                  cell: (one: ReferralLaboratory) => (
                    <Button variant="plain" aria-label={t`Change ${one.name}`} onClick={() => setOpen(one)}>
                      <Trans>Change</Trans>
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState
            picture={<EmptyTubeDrawing />}
            title={<h3>{t`No laboratory yet`}</h3>}
            about={t`Add the laboratories to which you refer tests, each with its tests. New samples for these tests then wait here to be sent.`}
          />
        }
      />
      {open && <LaboratoryForm of={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

const columns: readonly Column<ReferralLaboratory>[] = [
  {
    header: t`Laboratory`,
    cell: ({ name, tests, phone }) => (
      <>
        <strong>{name}</strong>
        {phone && <span className="hint block">{phone}</span>}
        <span className="hint block">{sayList(tests.map((test) => test.name))}</span>
      </>
    ),
  },
  {
    header: t`To be sent`,
    cell: ({ id, name, toSend }) =>
      toSend === 0 ? (
        '–'
      ) : (
        <Link to="/referrals/send/$id" params={{ id }} className={buttonClass({})}>
          {plural(toSend, { one: 'Send # tube', other: 'Send # tubes' })}
          <span className="visually-hidden">: {name}</span>
        </Link>
      ),
  },
  {
    header: t`Awaited`,
    align: 'end',
    cell: ({ awaited }) => awaited,
  },
  {
    header: t`Late`,
    align: 'end',
    cell: ({ id, late }) =>
      late === 0 ? (
        late
      ) : (
        <Link to="/referrals" search={{ state: 'late', laboratoryId: id }}>
          <Badge tone="danger">{late}</Badge>
        </Link>
      ),
  },
]
