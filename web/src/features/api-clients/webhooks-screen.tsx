import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listWebhooks, type Webhook } from '#contract/webhooks.ts'
import { queryFor } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { sayEvent, webhookStateWords } from './webhook-words.ts'

/** The addresses that events are sent to for an API client. */
export function WebhooksScreen({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryFor(listWebhooks, { params: { id } }))
  const { client, webhooks } = data
  return (
    <Screen
      rhythm="cards"
      title={t`Webhooks of ${client.name}`}
      about={t`When an event happens, its type, its time and ids are sent to these addresses. The program then reads the rest with its own permissions.`}
      action={client.events.length > 0 && <AddWebhook client={client} />}
    >
      <DataTable
        caption={t`Webhooks, those in use first`}
        columns={columns}
        rows={webhooks}
        rowKey={(one) => one.id}
        empty={
          <EmptyState
            picture={<LockedCabinetDrawing />}
            title={<h2>{t`No webhook yet`}</h2>}
            about={
              client.events.length > 0
                ? t`Until you add an address, the program has to ask for changes itself.`
                : t`The client has ended, or has no permission to read visits, samples or reports.`
            }
          />
        }
      />
    </Screen>
  )
}

const columns: readonly Column<Webhook>[] = [
  {
    header: t`Address`,
    cell: ({ id, address }) => (
      <Link to="/manager-dashboard/webhooks/$id" params={{ id }} className="wrap-anywhere font-600">
        {address}
      </Link>
    ),
  },
  {
    header: t`Status`,
    cell: ({ state }) => <Badge tone={webhookStateWords[state].tone}>{webhookStateWords[state].label}</Badge>,
  },
  { header: t`Events`, cell: ({ events }) => sayList(events.map(sayEvent)) },
]
