import { z } from 'zod'
import type { Role } from '#contract/options.ts'
import type { OutboxKind } from '#server/platform/outbox.ts'
import { visitIdOf } from './visit-id-of.ts'

const visits = '/patient-dashboard/appointments'
const results = '/patient-dashboard/results'
const queue = '/patient-dashboard/queue'
const profile = '/profile'

/** The list of monitored places. */
export const temperaturesLink = '/temperatures'

/** The list of held values of analysers. */
export const heldLink = '/analysers/held'

/** The list of analysers. */
export const analysersLink = '/analysers'

/** The late reports of referral laboratories. */
export const lateReferralsLink = '/referrals?state=late'

/** The API clients, from which their webhooks are opened. */
export const apiClientsLink = '/manager-dashboard/api-clients'

/** The state of the parts of the product. */
export const statusLink = '/manager-dashboard/status'

/** The records that were opened in an emergency. */
export const emergenciesLink = '/manager-dashboard/emergency-access'

/** The wishes to be forgotten that wait for a decision. */
export const openWishesLink = '/manager-dashboard/erasures?state=open'

const links: Partial<Record<OutboxKind, string>> = {
  visit_booked: visits,
  visit_changed: visits,
  visit_cancelled: visits,
  visit_called_off: visits,
  visit_closed_out: visits,
  visit_again: visits,
  visit_reminder: visits,
  fasting_begins: visits,
  turn_near: queue,
  results_ready: results,
  result_corrected: results,
  result_withdrawn: results,
  desk_answered: '/patient-dashboard/messages',
  password_changed: profile,
  email_change_asked: profile,
  email_changed: profile,
  issuer_joined: profile,
  contact_message: '/manager-dashboard/messages',
  values_held: heldLink,
  place_outside: temperaturesLink,
  analyser_down: analysersLink,
  care_due: analysersLink,
  referral_late: lateReferralsLink,
  webhook_off: apiClientsLink,
  record_opened: emergenciesLink,
  erasure_open: openWishesLink,
  erasure_due: openWishesLink,
  erasure_overdue: openWishesLink,
  trouble_began: statusLink,
  trouble_ended: statusLink,
}

/** The page of a visit's report for its patient. */
export const reportLink = (visitId: string): string => `${results}?id=${visitId}`

const aboutRecord = z.object({ personId: z.string().nullable(), reportOf: z.string() })

/** The record of a corrected person; for staff who may not open it, one of the reports. */
export function recordLink({ payload }: { payload: unknown }): string {
  const { personId, reportOf } = aboutRecord.parse(payload)
  return personId === null ? `/reports/${reportOf}` : `/manager-dashboard/people/${personId}`
}

/** The results of a task, with the dialog of the call about one of its critical values. */
export const callbackLink = (taskId: string, callbackId: string): string =>
  `/tasks/${taskId}#callback-${callbackId}`

const aboutDue = z.object({ standingId: z.string().nullable() })

/** The link to book the tests that are due; without an account, the link to book as a guest. */
export function dueLink({ payload }: { payload: unknown }): string {
  const { standingId } = aboutDue.parse(payload)
  return standingId === null ? '/book' : `/patient-dashboard/appointment-page?standing=${standingId}`
}

const aboutCallback = z.object({ taskId: z.string(), callbackId: z.string() })

const aboutClinicOrder = z.object({ orderId: z.string(), reference: z.string() })

/** The order of a clinic, and its page. */
export function clinicOrderOf({ payload }: { payload: unknown }): { reference: string; path: string } {
  const { orderId, reference } = aboutClinicOrder.parse(payload)
  return { reference, path: `/clinic/orders/${orderId}` }
}

const aboutBox = z.object({ manifestId: z.string(), reference: z.string() })

/** A box of samples of a clinic, and its page. */
export function clinicBoxOf({ payload }: { payload: unknown }): { reference: string; path: string } {
  const { manifestId, reference } = aboutBox.parse(payload)
  return { reference, path: `/clinic/boxes/${manifestId}` }
}

const aboutItem = z.object({ itemId: z.string() })

/** The page of an item in stock. */
export const stockLink = ({ payload }: { payload: unknown }): string =>
  `/stock/${aboutItem.parse(payload).itemId}`

/** The link of a notice: to its visit, value or record if it has one. Staff have no access to a patient's area. */
export function noticeLink({ kind, payload }: { kind: string; payload: unknown }, role: Role): string | null {
  if (kind === 'released_otherwise') return recordLink({ payload })
  if (kind === 'stock_low') return stockLink({ payload })
  if (kind === 'clinic_box') return clinicBoxOf({ payload }).path
  if (kind === 'clinic_report' || kind === 'clinic_call') return clinicOrderOf({ payload }).path
  if (kind === 'tests_due') return dueLink({ payload })
  if (kind === 'callback_overdue') {
    const { data } = aboutCallback.safeParse(payload)
    return data ? callbackLink(data.taskId, data.callbackId) : '/release'
  }
  const link = links[kind as OutboxKind] ?? null
  if (role !== 'user' && link?.startsWith('/patient-dashboard/')) return null
  const visitId = visitIdOf(payload)
  return link === results && visitId !== undefined ? reportLink(visitId) : link
}
