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
  const answer = await answerOnce(context, { key, body }, async (inside) => {
    const visit = await registerVisit(inside, {
      siteId: body.siteId,
      patient: body.patientDetails,
      naming: body.naming,
      mother: body.mother,
      birthOrder: body.birthOrder,
      personNumber: body.personNumber,
      bornOn: body.bornOn,
      testType: body.testType,
      priority: body.urgent ? 'high' : 'normal',
    })
    const { urgent } = body
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
  // A new day of birth may affect released reports.
  context.wakeOutbox()
  return answer
}
