import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listWebhooks } from '#contract/webhooks.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { WebhooksScreen } from '../../features/api-clients/webhooks-screen.tsx'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'

export const Route = createFileRoute('/manager-dashboard/api-clients_/$id')({
  staticData: { title: t`Webhooks` },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(listWebhooks, { params })),
  errorComponent: ScreenFailure,
  component: Opened,
})

function Opened() {
  const { id } = Route.useParams()
  return <WebhooksScreen key={id} id={id} />
}
