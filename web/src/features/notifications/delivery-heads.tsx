import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type deliveries, deliveryStates } from '#contract/notifications.ts'
import { sayTotal } from '../../lib/say-total.ts'
import { Notice } from '../../ui/notice.tsx'
import { stateWords } from './delivery-words.ts'

type Ledger = ResponseOf<typeof deliveries>

/** What asks for somebody: nothing goes out, something did not, or a way is missing. */
export function DeliveryAlarms({ overdue, counts, smsConnected }: Ledger) {
  return (
    <>
      {overdue > 0 && (
        <Notice kind="error" role="alert" className="mb-4">
          <h2>
            <Trans>{overdue} overdue</Trans>
          </h2>
          <p>
            <Trans>
              These should have gone out more than 10 minutes ago. Check that the server’s jobs are running.
            </Trans>
          </p>
        </Notice>
      )}
      {counts.failed.count > 0 && (
        <Notice kind="warning" className="mb-4">
          <p>
            <Trans>
              {sayTotal(counts.failed)} could not be sent. Choose “Failed” to see why, and send them again.
            </Trans>
          </p>
        </Notice>
      )}
      {!smsConnected && (
        <Notice className="mb-4">
          <p>
            <Trans>
              No SMS gateway is connected: what would go by SMS is kept here, and e-mail goes in its place.
            </Trans>
          </p>
        </Notice>
      )}
    </>
  )
}

/** Of all messages, whatever the list is narrowed by. */
export function DeliveryCounts({ counts }: Pick<Ledger, 'counts'>) {
  return (
    <section aria-label={t`All messages`}>
      <dl className="mb-6 flex flex-wrap gap-x-6 gap-y-2">
        {deliveryStates.map((state) => (
          <div key={state} className="[&_dt]:hint [&_dd]:font-550">
            <dt>{stateWords[state].label}</dt>
            <dd className="figures">{sayTotal(counts[state])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
