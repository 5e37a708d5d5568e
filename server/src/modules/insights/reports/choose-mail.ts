import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { readInsightMail, saveInsightMail } from '#contract/insight-reports.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { readSubscription, subscribe, unsubscribe } from './queries-mail.ts'

/** Whether the caller is subscribed to the monthly figures. */
export async function readMail({ db, actor }: SignedIn): Promise<ResponseOf<typeof readInsightMail>> {
  return { monthly: (await readSubscription(db, actor.accountId)) !== undefined }
}

export async function saveMail(
  context: SignedIn,
  { monthly }: BodyOf<typeof saveInsightMail>,
): Promise<ResponseOf<typeof saveInsightMail>> {
  const { accountId } = context.actor
  await transact(context, async (inside) => {
    const changed = monthly
      ? await subscribe(inside.db, accountId, inside.clock.now())
      : await unsubscribe(inside.db, accountId)
    if (!changed) return
    await audit(inside, {
      action: 'preferences.changed',
      subject: { kind: 'account', id: accountId },
      before: { insightsByMail: !monthly },
      after: { insightsByMail: monthly },
    })
  })
  return { monthly }
}
