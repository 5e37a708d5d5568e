import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { kindWord } from '#contract/message-kinds.ts'
import { messages } from '#contract/messages.ts'
import { type Delivery, type OpenedDelivery, readDelivery } from '#contract/notifications.ts'
import { queryFor } from '../../api/queries.ts'
import { sayReason } from '../../lib/say-reason.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Failed } from '../../ui/failed.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { channelWords, stateWords } from './delivery-words.ts'

/** One message as it was or will be sent. Opening it is noted with the visit or account that it is about. */
export function DeliveryDialog({ row, onClose }: { row: Delivery; onClose: () => void }) {
  const opened = useQuery(queryFor(readDelivery, { params: { id: row.id } }))
  return (
    <Dialog open onClose={onClose} title={translated(kindWord(row.kind))}>
      {opened.data ? (
        <Opened message={opened.data} />
      ) : opened.error ? (
        <Failed
          error={opened.error}
          failure={t`The message could not be read`}
          title="h3"
          onRetry={() => void opened.refetch()}
        />
      ) : (
        <SkeletonLines count={5} says={translated(messages.loading.any)} />
      )}
    </Dialog>
  )
}

function Opened({ message }: { message: OpenedDelivery }) {
  const { subject, text, noText, segments } = message
  return (
    <div className="stack gap-4">
      <Facts dense facts={factsOf(message)} />
      <p className="hint">{noText ?? whichText(message)}</p>
      {text !== null && (
        <section className="rounded border p-4" aria-label={t`Text`}>
          {subject && <h3 className="wrap-anywhere mb-3 text-m">{subject}</h3>}
          <p className="wrap-anywhere whitespace-pre-wrap">{text.trimEnd()}</p>
        </section>
      )}
      {segments !== null && (
        <p className="hint">{segments === 1 ? t`Fits into 1 SMS.` : t`Takes ${segments} SMS.`}</p>
      )}
    </div>
  )
}

function factsOf(message: OpenedDelivery) {
  const { channel, to, person, state, reason, at, sentAt, deliveredAt, dueAt, attempts, visit } = message
  const { label, tone } = stateWords[state]
  const when = (instant: string) => <When at={instant} zone={browserZone()} distance={false} />
  return [
    { name: t`To`, value: to === '' ? t`no address` : to },
    ...(person === null ? [] : [{ name: t`Name`, value: person }]),
    { name: t`Channel`, value: channelWords[channel] },
    { name: t`Status`, value: <Badge tone={tone}>{label}</Badge> },
    { name: t`Written`, value: when(at) },
    ...(state === 'planned' ? [{ name: t`Scheduled for`, value: when(dueAt) }] : []),
    ...(sentAt === null ? [] : [{ name: t`Sent`, value: when(sentAt) }]),
    ...(deliveredAt === null ? [] : [{ name: t`Delivered`, value: when(deliveredAt) }]),
    ...(attempts > 1 ? [{ name: t`Attempts`, value: attempts }] : []),
    ...(reason === null ? [] : [{ name: t`Reason`, value: sayReason(reason) }]),
    ...(visit === null
      ? []
      : [
          {
            name: t`Visit`,
            value: (
              <Link to="/appointments/$id" params={{ id: visit.id }}>
                {visit.reference}
              </Link>
            ),
          },
        ]),
  ]
}

const struckOut = t`Codes and the secret parts of links are hidden.`

function whichText({ textIs, state, sentAt, channel }: OpenedDelivery): string {
  const codes = channel === 'email' ? ` ${struckOut}` : ''
  if (textIs === 'kept') {
    return `${state === 'kept' || sentAt === null ? t`As it was kept.` : t`As it was sent.`}${codes}`
  }
  if (textIs === 'again') {
    return t`It was sent before texts were kept. This is how it reads today.${codes}`
  }
  const waits = state === 'planned' || state === 'sending'
  return `${waits ? t`As it will be sent, with what is known now.` : t`It was not sent. This is how it would read now.`}${codes}`
}
