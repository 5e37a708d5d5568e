import { t } from '@lingui/core/macro'
import type { Appointment, updateAppointment } from '#contract/booking.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { FoundPerson } from '#contract/found-person.ts'
import { dayOf, timeOf } from '../../lib/times.ts'
import type { PatientAccount } from '../../screen/account-field.tsx'
import { scheduledAt } from './use-offer.ts'
import { draftOf, emptyDraft, patientOf, type VisitDraft } from './visit-draft.ts'

/** What staff type for somebody's visit. Like every draft, in memory only. */
export type StaffDraft = VisitDraft & {
  siteId: string
  /** Whose visit it is; null for somebody without an account. */
  account: PatientAccount | null
  /** As typed or scanned; empty: the details decide. */
  personNumber: string
  reason: string
  /** Squeezed in: at a time that need not be free. */
  overbook: boolean
  overDay: string
  overTime: string
}

const noPlace = { personNumber: '', reason: '', overbook: false, overDay: '', overTime: '' }

export function emptyStaffDraft(siteId: string): StaffDraft {
  return {
    ...emptyDraft({ fullName: '', email: '', phone: '' }),
    whom: 'other',
    priority: 'normal',
    siteId,
    account: null,
    ...noPlace,
  }
}

export function staffDraftOf(visit: Appointment): StaffDraft {
  return { ...draftOf(visit), whom: 'other', siteId: visit.site.id, account: null, ...noPlace }
}

/** The account's details as those of the person tested, unless something was typed. */
export function withAccount(draft: StaffDraft, account: PatientAccount | null): Partial<StaffDraft> {
  if (account === null) return { account }
  return {
    account,
    fullName: draft.fullName || account.fullName,
    email: draft.email || account.email,
    contact: draft.contact || account.phone,
  }
}

/** A person's details as those of the person tested. */
export const detailsOfPerson = ({
  number,
  fullName,
  sex,
  birth,
  age,
  phone,
}: FoundPerson): Partial<StaffDraft> => ({
  personNumber: number,
  fullName,
  gender: sex,
  age: String(age),
  bornOn: birth.precision === 'day' ? birth.date : '',
  ...(phone !== '' && { contact: phone }),
})

export function missingOf(
  draft: StaffDraft,
  { lost, reasonAsked }: { lost: boolean; reasonAsked: boolean },
): Record<string, string[]> {
  const noTime = draft.startsAt === null || lost
  return {
    ...(draft.tests.length === 0 && { testType: [t`Choose at least one test`] }),
    ...(!draft.overbook && noTime && { scheduleTime: [t`Choose a time`] }),
    ...(draft.overbook && draft.overDay === '' && { overDay: [t`Choose a day`] }),
    ...(draft.overbook && draft.overTime === '' && { scheduleTime: [t`Choose a time`] }),
    ...((reasonAsked || draft.overbook) &&
      draft.reason.trim() === '' && { reason: [t`Give a reason: it is kept with the appointment`] }),
  }
}

/** Whether a time is chosen. Without a time, the form cannot be sent. */
export const hasTime = ({ overbook, overDay, startsAt }: StaffDraft) =>
  overbook ? overDay !== '' : startsAt !== null

/** The part of the request that booking and changing have in common. */
export function visitBody(draft: StaffDraft, zone: string) {
  const at = draft.startsAt ?? ''
  const when = draft.overbook
    ? { scheduledDate: draft.overDay, scheduleTime: draft.overTime }
    : scheduledAt(at, zone, timeOf(at, zone))
  return {
    patientDetails: patientOf(draft, draft.overbook ? draft.overDay : dayOf(at, zone)),
    testType: [...draft.tests],
    ...when,
    siteId: draft.siteId,
    priority: draft.priority,
  } satisfies BodyInput<typeof updateAppointment>
}
