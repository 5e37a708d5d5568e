import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { readInsightMail, saveInsightMail } from '#contract/insight-reports.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { readSubscription, subscribe, unsubscribe } from './queries-mail.ts'

/** Whether the caller is subscribed to the monthly figures. */
export async function readMail({ db, actor }: SignedIn): Promise<ResponseOf<typeof readInsightMail>> {
  return { monthly: await readSubscription(db, actor.accountId) }
}

export async function saveMail(
  context: SignedIn,
  { monthly }: BodyOf<typeof saveInsightMail>,
): Promise<ResponseOf<typeof saveInsightMail>> {
  const { actor, clock } = context
  await inTransaction(context.db, async (tx) => {
    const changed = monthly
      ? await subscribe(tx, actor.accountId, clock.now())
      : await unsubscribe(tx, actor.accountId)
    if (!changed) return
    await audit(
      { ...context, db: tx },
      {
        action: 'preferences.changed',
        subject: { kind: 'account', id: actor.accountId },
        before: { insightsByMail: !monthly },
        after: { insightsByMail: monthly },
      },
    )
  })
  return { monthly }
}
