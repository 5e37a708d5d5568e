import { holdSlot, lengthOfVisit } from '#server/modules/booking/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { ClientCall } from '../admit-client.ts'
import { asActor } from '../as-actor.ts'
import { mayNotBook, requireSlot, testsOf } from '../create-appointment.ts'
import { inElements } from '../elements.ts'
import type { Operation } from '../kind.ts'
import { resourceIn } from '../operation-params.ts'
import { readHolding } from '../read-appointment.ts'
import { type Resource, systemsOf } from '../resource.ts'
import { schedulingDefinition } from './find-appointments.ts'

/**
 * `$hold`: holds the time of a proposed appointment for the minutes that the laboratory allows. The answer is the appointment with the
 * status pending and the token of the hold as an identifier, for `$book`.
 */
export const holdAppointment: Operation = {
  name: 'hold',
  levels: ['type'],
  definition: schedulingDefinition('hold'),
  scope: 'system/Appointment.cu',
  isPosted: true,
  run: async (call, { body }) => hold(call, resourceIn(body, 'appointment-resource')),
}

async function hold(call: ClientCall, sent: unknown): Promise<Resource> {
  if (call.client.facilityId !== null) throw mayNotBook()
  const asked = readHolding(sent)
  const { site, start } = await requireSlot(call, asked)
  const tests = await testsOf(call, asked)
  const context = { ...call, actor: asActor(call.client) }
  const length = await lengthOfVisit(context, { siteId: site.id, tests })
  const end = after(start, minutes(length))
  const interval = { siteId: site.id, start: start.toISOString(), end: end.toISOString() }
  const { token, expiresAt } = await holdSlot(context, interval).catch((error: unknown) => {
    throw error instanceof Refusal
      ? inElements(
          error,
          'Appointment',
          { start: 'slot.0.reference', end: 'serviceType' },
          'slot.0.reference',
        )
      : error
  })
  const { hold: system } = systemsOf(call.config)
  const identifier = [
    ...asked.identifier.filter((one) => one.system !== system),
    { system, value: token, period: { end: expiresAt } },
  ]
  return {
    ...(sent as object),
    resourceType: 'Appointment',
    identifier,
    status: 'pending',
    start: interval.start,
    end: interval.end,
  }
}
