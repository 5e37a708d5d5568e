import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type Delivery, listDeliveries, readWebhook, redeliver } from '#contract/webhooks.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { sayReason } from '../../lib/say-reason.ts'
import { browserZone } from '../../lib/times.ts'
import { BackLink } from '../../screen/back-link.tsx'
import { Choice, FilterBar } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { Facts } from '../../ui/facts.tsx'
import { When } from '../../ui/when.tsx'
import { WebhookChanges, WebhookTrial } from './webhook-actions.tsx'
import { deliveriesAddress, deliveryStateNames } from './webhook-search.ts'
import { deliveryStateWords, sayEvent, webhookStateWords } from './webhook-words.ts'

type Webhook = ResponseOf<typeof readWebhook>

const everyMs = 5_000

/** A webhook and its deliveries. */
export function WebhookScreen({ id }: { id: string }) {
  // The states of the webhook and of its deliveries change on the server.
  const { data: webhook } = useSuspenseQuery({
    ...queryFor(readWebhook, { params: { id } }),
    refetchInterval: everyMs,
  })
  const filters = useFilters(deliveriesAddress)
  const list = useList(
    listDeliveries,
    { params: { id }, query: { limit: 50, ...filters.search } },
    { refetchInterval: everyMs },
  )
  return (
    <ListScreen
      title={t`Webhook`}
      about={t`What was sent in the past 30 days. A failed delivery is tried again for about a day; later events of the same visit wait for it.`}
      back={
        <BackLink to="/manager-dashboard/api-clients/$id" params={{ id: webhook.client.id }}>
          <Trans>Webhooks of {webhook.client.name}</Trans>
        </BackLink>
      }
      action={<WebhookTrial webhook={webhook} />}
      above={<About webhook={webhook} />}
      filters={
        <FilterBar label={t`Deliveries shown`} filters={filters}>
          <Choice
            name="state"
            label={t`Status`}
            options={deliveryStateNames.map((state) => ({
              value: state,
              label: deliveryStateWords(state).label,
            }))}
          />
        </FilterBar>
      }
      list={list}
      failure={t`The deliveries could not be loaded`}
      caption={t`Deliveries, latest event first`}
      columns={columnsOf(webhook)}
      rowKey={(one) => one.id}
      narrowed={filters.narrowed}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No deliveries`,
        about: t`Nothing has happened yet. Send a test to try the address.`,
      }}
    />
  )
}

function About({ webhook }: { webhook: Webhook }) {
  const { address, client, criteria, events, state, failingSince, oldSecretUntil, createdAt, createdBy } =
    webhook
  const zone = browserZone()
  return (
    <Card className="mb-5">
      <Facts
        facts={[
          { name: t`Address`, value: address },
          {
            name: t`API client`,
            value: (
              <Link to="/manager-dashboard/api-clients/$id" params={{ id: client.id }}>
                {client.name}
              </Link>
            ),
          },
          {
            name: t`Status`,
            value: (
              <>
                <Badge tone={webhookStateWords[state].tone}>{webhookStateWords[state].label}</Badge>
                {failingSince && state === 'failing' && (
                  <span className="hint block">
                    <Trans>
                      since <When at={failingSince} zone={zone} />
                    </Trans>
                  </span>
                )}
              </>
            ),
          },
          ...(criteria === null ? [] : [{ name: t`FHIR Subscription`, value: criteria }]),
          { name: t`Events`, value: sayList(events.map(sayEvent)) },
          {
            name: t`Added`,
            value: (
              <>
                <When at={createdAt} zone={zone} distance={false} />
                {createdBy && `, ${createdBy}`}
              </>
            ),
          },
          ...(oldSecretUntil
            ? [
                {
                  name: t`Previous secret`,
                  value: (
                    <Trans>
                      also signs until <When at={oldSecretUntil} zone={zone} distance={false} />
                    </Trans>
                  ),
                },
              ]
            : []),
        ]}
      />
      <WebhookChanges webhook={webhook} />
    </Card>
  )
}

const columnsOf = (webhook: Webhook): readonly Column<Delivery>[] => [
  {
    header: t`Event`,
    cell: ({ type, reference }) => (
      <>
        {sayEvent(type)}
        {reference && <span className="hint block">{reference}</span>}
      </>
    ),
  },
  { header: t`Time`, cell: ({ at }) => <When at={at} zone={browserZone()} distance={false} /> },
  {
    header: t`Status`,
    cell: ({ state, dueAt }) => (
      <>
        <Badge tone={deliveryStateWords(state).tone}>{deliveryStateWords(state).label}</Badge>
        {dueAt && (
          <span className="hint block">
            <Trans>
              next attempt <When at={dueAt} zone={browserZone()} />
            </Trans>
          </span>
        )}
      </>
    ),
  },
  { header: t`Attempts`, cell: ({ attempts }) => attempts },
  {
    header: t`Latest answer`,
    cell: ({ status, error }) => (
      <>
        {status ?? '–'}
        {error && <span className="hint block">{sayReason(error)}</span>}
      </>
    ),
  },
  {
    header: t`Actions`,
    cell: (delivery) =>
      (delivery.state === 'sent' || delivery.state === 'failed' || delivery.state === 'planned') &&
      (webhook.state === 'on' || webhook.state === 'failing') ? (
        <SendAgain webhook={webhook} delivery={delivery} />
      ) : (
        '–'
      ),
  },
]

function SendAgain({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const again = useCall(() => call(redeliver, { params: { id: webhook.id, deliveryId: delivery.id } }), {
    saysRefusal: true,
  })
  const event = sayEvent(delivery.type)
  const about = delivery.reference ?? ''
  return (
    <Button
      variant="plain"
      pending={again.isPending}
      aria-label={t`Send again: ${event} ${about}`}
      onClick={() => again.mutate()}
    >
      <Trans>Send again</Trans>
    </Button>
  )
}
