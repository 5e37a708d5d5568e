import type { ResponseOf } from '#contract/endpoint.ts'
import { type deliveries, deliveryStates } from '#contract/notifications.ts'
import { sayTotal } from '../../lib/say-total.ts'
import { Notice } from '../../ui/notice.tsx'
import css from './deliveries-screen.module.css'
import { stateWords } from './delivery-words.ts'

type Ledger = ResponseOf<typeof deliveries>

/** What asks for somebody: nothing goes out, something did not, or a way is missing. */
export function DeliveryAlarms({ overdue, counts, smsConnected }: Ledger) {
  return (
    <>
      {overdue > 0 && (
        <Notice kind="error" role="alert" className={css.alarm}>
          <h2>{overdue} overdue</h2>
          <p>These should have gone out more than 10 minutes ago. Look whether the server's jobs run.</p>
        </Notice>
      )}
      {counts.failed.count > 0 && (
        <Notice kind="warning" className={css.alarm}>
          <p>{sayTotal(counts.failed)} could not be sent. Choose “Failed” to see why, and send them again.</p>
        </Notice>
      )}
      {!smsConnected && (
        <Notice className={css.alarm}>
          <p>No SMS gateway is connected: what would go by SMS is kept here, and e-mail goes in its place.</p>
        </Notice>
      )}
    </>
  )
}

/** Of all messages, whatever the list is narrowed by. */
export function DeliveryCounts({ counts }: Pick<Ledger, 'counts'>) {
  return (
    <section aria-label="All messages">
      <dl className={css.counts}>
        {deliveryStates.map((state) => (
          <div key={state} className={css.count}>
            <dt>{stateWords[state].label}</dt>
            <dd className="figures">{sayTotal(counts[state])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
