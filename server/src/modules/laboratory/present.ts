import type { TaskState } from '#contract/task-states.ts'
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

export function presentTask({ patient, ...task }: TaskRow, actor: Actor, ofOtherSpecialty = false) {
  const whyNot = (to: TaskState) => (ofOtherSpecialty ? notYours : whyNotMove(actor, task, to))
  return {
    ...task,
    patient: presentPatient(patient),
    mine: task.claimedById === actor.accountId,
    ofOtherSpecialty,
    whyNotStart: whyNot('in_progress'),
    whyNotComplete: whyNot('completed'),
    whyNotPutBack: whyNot('pending'),
  }
}

const notYours = 'This test is of a specialty that you do not have. A manager can add it to yours.'

/** An upcoming appointment, as the bench shows it. */
export const presentVisitToCome = ({ id, reference, status, startsAt }: Visit) => ({
  id,
  reference,
  status,
  scheduledDate: startsAt,
})
