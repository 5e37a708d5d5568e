import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiClient, type ApiScope, apiScopes, listApiClients } from '#contract/api-clients.ts'
import { type KeyScope, keyScopes } from '#contract/key-scopes.ts'
import { queryFor } from '../../api/queries.ts'
import { nowMs } from '../../lib/clock.ts'
import { sayList } from '../../lib/locale.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { When } from '../../ui/when.tsx'
import { AddApiClient } from './add-api-client.tsx'
import { EndApiClient } from './end-api-client.tsx'

/** Programs that read through FHIR, or have an API key. */
export function ApiClientsScreen() {
  const { data } = useSuspenseQuery(queryFor(listApiClients))
  const [adding, setAdding] = useState(false)
  return (
    <Screen
      title={t`API clients`}
      about={t`Programs that use FHIR, by themselves or as apps that people allow, and programs with an API key.`}
      action={
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Trans>Register a client</Trans>
        </Button>
      }
    >
      <DataTable
        caption={t`API clients by name, those in use first`}
        columns={columns}
        rows={data.clients}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            picture={<LockedCabinetDrawing />}
            title={<h2>{t`No API client yet`}</h2>}
            about={t`Register each program separately, so that you can end the access of each program separately.`}
          />
        }
      />
      {adding && <AddApiClient onClose={() => setAdding(false)} />}
    </Screen>
  )
}

const sayScope = (scope: ApiClient['scopes'][number]) =>
  translated(scope in apiScopes ? apiScopes[scope as ApiScope] : keyScopes[scope as KeyScope].label)

function Expiry({ at }: { at: string }) {
  const when = <When at={at} zone={browserZone()} distance={false} />
  const isOver = Date.parse(at) <= nowMs()
  return (
    <span className="hint block">
      {isOver ? <Trans>Expired: {when}</Trans> : <Trans>Valid until {when}</Trans>}
    </span>
  )
}

const columns: readonly Column<ApiClient>[] = [
  {
    header: t`Name`,
    cell: ({ id, name, endedAt, redirectUris, signsInBy, expiresAt }) => (
      <>
        <Link to="/manager-dashboard/api-clients/$id" params={{ id }} className="font-600">
          {name}
        </Link>{' '}
        {redirectUris.length > 0 && <Badge tone="info">{t`App`}</Badge>}
        {signsInBy === 'api_key' && <Badge tone="info">{t`API key`}</Badge>}{' '}
        {endedAt !== null && <Badge tone="neutral">{t`Ended`}</Badge>}
        <span className="hint wrap-anywhere block">{id}</span>
        {expiresAt !== null && endedAt === null && <Expiry at={expiresAt} />}
      </>
    ),
    sort: ({ name }) => name,
  },
  {
    header: t`Permissions`,
    cell: ({ scopes, perMinute, redirectUris }) => (
      <>
        {sayList(scopes.map(sayScope))}
        <span className="hint block">
          {redirectUris.length > 0
            ? t`At most ${perMinute} calls per minute for each person`
            : t`At most ${perMinute} calls per minute`}
        </span>
      </>
    ),
  },
  {
    header: t`Sites and orders`,
    cell: ({ sites, facility }) => (
      <>
        {sites === null ? t`All sites` : sayList(sites.map(({ name }) => name))}
        {facility && <span className="hint block">{t`Only orders from ${facility.name}`}</span>}
      </>
    ),
  },
  {
    header: t`Last used`,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? t`Never` : <When at={lastUsedAt} zone={browserZone()} />,
    sort: ({ lastUsedAt }) => lastUsedAt ?? '',
  },
  {
    header: t`Actions`,
    cell: (client) => (client.endedAt === null ? <EndApiClient client={client} /> : '–'),
  },
]
