import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listWebhooks } from '#contract/webhooks.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { WebhooksScreen } from '../../features/api-clients/webhooks-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/api-clients_/$id')({
  staticData: { title: t`Webhooks`, back: '/manager-dashboard/api-clients' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(listWebhooks, { params })),
  component: () => <WebhooksScreen {...Route.useParams()} />,
})
