import type { SignedIn } from '#server/platform/context.ts'
import { post, postOnce } from '#server/platform/outbox.ts'
import { clinicianToTell, visitOfTask } from './queries-orders.ts'

type OfVisit = { siteId: string; visitId: string }

/** Notifies the clinician of an order that its report is released. The message names neither the patient nor a test. */
export async function tellOfReport(inside: SignedIn, visit: OfVisit): Promise<void> {
  const told = await clinicianToTell(inside.db, visit)
  if (!told) return
  const { email, fullName, orderId, code } = told
  await post(inside, { kind: 'clinic_report', to: email, payload: { fullName, orderId, reference: code } })
}

/** Asks the clinician of an order to call about a critical value, once per test, in addition to the call of the laboratory. */
export async function tellOfCritical(
  inside: SignedIn,
  { siteId, id: taskId }: { siteId: string; id: string },
): Promise<void> {
  const told = await clinicianToTell(inside.db, { siteId, visitId: visitOfTask({ siteId, taskId }) })
  if (!told) return
  const { email, fullName, orderId, code } = told
  const message = { kind: 'clinic_call', to: email, payload: { fullName, orderId, reference: code } } as const
  await postOnce(inside, message, `clinic call ${taskId}`)
}
