import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readWebhook } from '#contract/webhooks.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { WebhookScreen } from '../../features/api-clients/webhook-screen.tsx'
import { deliveriesAddress } from '../../features/api-clients/webhook-search.ts'

export const Route = createFileRoute('/manager-dashboard/webhooks/$id')({
  staticData: { title: t`Webhook`, back: '/manager-dashboard/api-clients' },
  validateSearch: deliveriesAddress.validate,
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readWebhook, { params })),
  component: () => <WebhookScreen {...Route.useParams()} />,
})
