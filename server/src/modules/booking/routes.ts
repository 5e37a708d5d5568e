import * as contract from '#contract/booking.ts'
import * as closures from '#contract/closures.ts'
import * as manage from '#contract/manage-visits.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { bookAppointment } from './book-appointment.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { dealWithOutside, visitsOutside } from './deal-with-outside.ts'
import { holdSlot, releaseHold } from './hold-slot.ts'
import { listAppointments, readAppointment } from './list-appointments.ts'
import { listAppointmentTasks } from './list-visits.ts'
import type { WhoGetsSms } from './mail-to.ts'
import {
  addClosure,
  dealWithClosure,
  listClosures,
  previewClosure,
  removeClosure,
  visitsInClosure,
} from './manage-closures.ts'
import { markNoShow } from './mark-no-show.ts'
import { readAvailability, readBooked } from './read-availability.ts'
import { readCalendar } from './read-calendar.ts'
import { type Others, readHistory } from './read-history.ts'
import { rescheduleVisit } from './reschedule-visit.ts'
import { updateAppointment } from './update-appointment.ts'
import { visitCalendar, visitQr } from './visit-card.ts'

/** `others` are functions of later modules that this one needs. */
export function bookingRoutes(serve: Serve, others: Others & { whoGetsSms: WhoGetsSms }): void {
  serve(contract.bookAppointment, (context, { body, headers }) =>
    bookAppointment(context, body, headers['idempotency-key']),
  )
  serve(contract.listAppointments, async (context, { query, reply }) => {
    const { rows, nextCursor } = await listAppointments(context, query)
    if (nextCursor) reply.header('x-next-cursor', nextCursor)
    return rows
  })
  serve(contract.readAppointment, (context, { params }) => readAppointment(context, params.id))
  serve(contract.updateAppointment, (context, { params, body }) =>
    updateAppointment(context, params.id, body),
  )
  serve(contract.cancelAppointment, (context, { params, body }) =>
    cancelAppointment(context, params.id, body ?? {}, others.isAtBench),
  )
  serve(contract.appointmentCalendar, (context, { params, reply }) => {
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="visit.ics"')
    return visitCalendar(context, params.id)
  })
  serve(contract.appointmentQr, (context, { params, reply }) => {
    reply.type('image/svg+xml; charset=utf-8')
    return visitQr(context, params.id)
  })
  serve(contract.availability, (context, { query }) => readAvailability(context, query))
  serve(contract.bookedIntervals, (context, { query }) => readBooked(context, query))
  serve(contract.holdSlot, (context, { body }) => holdSlot(context, body))
  serve(contract.releaseHold, (context, { body }) => releaseHold(context, body))
  serve(manage.visitHistory, (context, { params }) => readHistory(context, params.id, others))
  serve(manage.rescheduleVisit, (context, { params, body }) => rescheduleVisit(context, params.id, body))
  serve(manage.markNoShow, (context, { params }) => markNoShow(context, params.id))
  serve(manage.dayCalendar, (context, { query }) => readCalendar(context, query))
  serve(closures.listClosures, (context, { query }) => listClosures(context, query))
  serve(closures.previewClosure, (context, { body }) => previewClosure(context, body, others.whoGetsSms))
  serve(closures.addClosure, (context, { body }) => addClosure(context, body, others.whoGetsSms))
  serve(closures.visitsInClosure, (context, { params }) =>
    visitsInClosure(context, params.id, others.whoGetsSms),
  )
  serve(closures.dealWithClosure, (context, { params, body }) =>
    dealWithClosure(context, params.id, body, others.whoGetsSms),
  )
  serve(closures.removeClosure, (context, { params }) => removeClosure(context, params.id))
  serve(closures.visitsOutside, (context, { params }) => visitsOutside(context, params.id, others.whoGetsSms))
  serve(closures.dealWithOutside, (context, { params, body }) =>
    dealWithOutside(context, params.id, body, others.whoGetsSms),
  )
  serve(contract.appointmentTasks, (context, { query }) => listAppointmentTasks(context, query))
}
