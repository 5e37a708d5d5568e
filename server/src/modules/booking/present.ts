import type { Appointment } from '#contract/booking.ts'
import { clockTime, localAt, minuteOf } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { lengthOf, preparationOf } from './availability/visit-length.ts'
import { packageNames } from './packages-of.ts'
import { changeableUntil, whyNotChange } from './policy.ts'
import type { Visit } from './queries-visits.ts'

/** A visit as the API shows it, without its account and chair. */
export function present({ actor, clock }: SignedIn, visit: Visit): Appointment {
  const local = localAt(visit.timeZone, minuteOf(visit.startsAt))
  // Programs are not told of confidential tests.
  const tests = actor.program ? visit.tests.filter(({ confidential }) => !confidential) : visit.tests
  return {
    _id: visit.id,
    id: visit.id,
    reference: visit.reference,
    status: visit.status,
    priority: visit.priority,
    patientDetails: visit.patient,
    testType: tests.map((test) => test.name),
    packages: packageNames(tests),
    scheduledDate: visit.startsAt.toISOString(),
    scheduleTime: clockTime(local.minuteOfDay),
    endsAt: visit.endsAt.toISOString(),
    durationMinutes: lengthOf(visit),
    site: { id: visit.siteId, name: visit.siteName, timeZone: visit.timeZone },
    preparation: preparationOf(tests),
    changeableUntil: changeableUntil(visit).toISOString(),
    whyNotChangeable: whyNotChange(actor, visit, clock.now()),
    recollects: visit.recollects,
    version: visit.version,
    createdAt: visit.createdAt.toISOString(),
  }
}

/** The answer to a change of a visit. */
export const answerWith = (
  context: SignedIn,
  message: string,
  visit: Visit,
): { message: string; appointment: Appointment } => ({ message, appointment: present(context, visit) })
