import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Hl7Connection, listHl7Connections } from '#contract/hl7.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { When } from '../../ui/when.tsx'
import { AddConnection } from './connection-form.tsx'
import { stateOfLink } from './hl7-words.ts'

/** Connections with hospitals that speak HL7 v2. */
export function ConnectionsScreen() {
  const { data } = useSuspenseQuery({ ...queryFor(listHl7Connections), refetchInterval: 5_000 })
  const [adding, setAdding] = useState(false)
  return (
    <Screen
      rhythm="cards"
      title={t`HL7 connections`}
      about={t`Hospital systems that send patients and orders, and receive results, as HL7 v2 messages (MLLP).`}
      action={
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Trans>Add a connection</Trans>
        </Button>
      }
    >
      <DataTable
        caption={t`HL7 connections, those in use first`}
        columns={columns}
        rows={data.connections}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            picture={<LockedCabinetDrawing />}
            title={<h2>{t`No HL7 connection yet`}</h2>}
            about={t`Register the hospital as an API client first: its permissions, sites and facility limit what its messages can do.`}
          />
        }
      />
      {adding && <AddConnection onClose={() => setAdding(false)} />}
    </Screen>
  )
}

const columns: readonly Column<Hl7Connection>[] = [
  {
    header: t`Name`,
    cell: ({ id, name, client }) => (
      <>
        <Link to="/manager-dashboard/hl7/$id" params={{ id }} className="font-600">
          {name}
        </Link>
        <span className="hint block">{client.name}</span>
      </>
    ),
  },
  {
    header: t`Status`,
    cell: (one) => {
      const { label, tone } = stateOfLink(one)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    header: t`Held`,
    cell: ({ held }) => (held === 0 ? '0' : <Badge tone="warning">{held}</Badge>),
  },
  {
    header: t`Waiting`,
    cell: ({ waiting }) => String(waiting),
  },
  {
    header: t`Last message`,
    cell: ({ messageAt }) => (messageAt === null ? t`Never` : <When at={messageAt} zone={browserZone()} />),
  },
]
