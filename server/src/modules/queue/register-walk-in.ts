import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { registerWalkIn as contract } from '#contract/queue.ts'
import { passCodeOf, registerWalkIn as registerVisit } from '#server/modules/booking/index.ts'
import { answerOnce } from '#server/platform/answer-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { changeQueue } from './change-queue.ts'
import { issueTicket } from './check-in.ts'
import { readCard } from './read-queue.ts'

/** Registers a walk-in with visit and ticket in one transaction. */
export async function registerWalkIn(
  context: SignedIn,
  body: BodyOf<typeof contract>,
  key: string | undefined,
): Promise<ResponseOf<typeof contract>> {
  const { siteId, naming, mother, birthOrder, personNumber, bornOn, testType, urgent, order, bill } = body
  const person = { patient: body.patientDetails, naming, mother, birthOrder, personNumber, bornOn }
  return answerOnce(context, { key, body }, async (inside) => {
    const priority = urgent ? 'high' : 'normal'
    const visit = await registerVisit(inside, { siteId, ...person, testType, priority, order, bill })
    const ticket = await changeQueue(inside, visit.siteId, (queue) =>
      issueTicket(inside, queue, visit, { way: 'walk-in', urgent }),
    )
    return {
      message: `${visit.patient.fullName} has ticket ${ticket.code}.`,
      visit: { id: visit.id, reference: visit.reference },
      ticket: await readCard(inside, visit.siteId, ticket.id),
      passCode: passCodeOf(visit),
    }
  })
}
