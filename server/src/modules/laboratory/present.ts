import type { Visit } from '#server/modules/booking/index.ts'
import { personNumber } from '#server/modules/people/index.ts'
import type { Actor } from '#server/platform/context.ts'
import { whyNotMove } from './policy.ts'
import type { PatientRow, SampleRow } from './samples/queries-samples.ts'
import type { TaskRow } from './tasks/queries-tasks.ts'

const presentPatient = <Row extends PatientRow>({ number, ...patient }: Row) => ({
  ...patient,
  personNumber: personNumber(number),
})

export const presentSample = ({ patient, tests, ...sample }: SampleRow) => ({
  ...sample,
  patient: presentPatient(patient),
  tests: tests.map((test) => test.name),
})

export const presentTask = ({ patient, ...task }: TaskRow, actor: Actor) => ({
  ...task,
  patient: presentPatient(patient),
  mine: task.claimedById === actor.accountId,
  whyNotStart: whyNotMove(actor, task, 'in_progress'),
  whyNotComplete: whyNotMove(actor, task, 'completed'),
  whyNotPutBack: whyNotMove(actor, task, 'pending'),
})

/** An upcoming appointment, as the bench shows it. */
export const presentVisitToCome = ({ id, reference, status, startsAt }: Visit) => ({
  id,
  reference,
  status,
  scheduledDate: startsAt,
})
