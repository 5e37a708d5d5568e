import * as contract from '#contract/booking.ts'
import { calendarFeed, endCalendarFeed, makeCalendarFeed, readCalendarFeed } from '#contract/calendar-feed.ts'
import * as closures from '#contract/closures.ts'
import * as manage from '#contract/manage-visits.ts'
import * as orders from '#contract/orders.ts'
import * as standing from '#contract/standing.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { readAvailability, readBooked } from './availability/read-availability.ts'
import { endFeed, makeFeed, ownFeed, readFeedOf } from './calendar/calendar-feed.ts'
import { readCalendar } from './calendar/read-calendar.ts'
import { cancelAppointment } from './changes/cancel-appointment.ts'
import { markNoShow } from './changes/mark-no-show.ts'
import { rescheduleVisit } from './changes/reschedule-visit.ts'
import { updateAppointment } from './changes/update-appointment.ts'
import { dealWithOutside, visitsOutside } from './closures/deal-with-outside.ts'
import {
  addClosure,
  dealWithClosure,
  listClosures,
  previewClosure,
  removeClosure,
  visitsInClosure,
} from './closures/manage-closures.ts'
import { listAppointments } from './lists/list-appointments.ts'
import { listAppointmentTasks } from './lists/list-visits.ts'
import { readHistory } from './lists/read-history.ts'
import { namedFor } from './named-for.ts'
import { changeOrder, readOrder } from './orders/keep-order.ts'
import { addPage, listPages, openPage, removePage } from './orders/keep-pages.ts'
import {
  createFacility,
  createReferrer,
  listReferrers,
  updateFacility,
  updateReferrer,
} from './orders/manage-referrers.ts'
import { bookAppointment } from './placing/book-appointment.ts'
import { holdSlot, releaseHold } from './placing/hold-slot.ts'
import { present } from './present.ts'
import { requireOpened } from './require-visit.ts'
import {
  createStanding,
  finishStanding,
  listMissed,
  listOwnStanding,
  listStandingOrders,
  readStandingOrder,
} from './standing/keep-standing.ts'
import { visitCalendar, visitQr } from './visit-card.ts'

export function bookingRoutes(serve: Serve): void {
  serve(contract.bookAppointment, (context, { body, headers }) =>
    bookAppointment(context, body, headers['idempotency-key']),
  )
  serve(contract.listAppointments, async (context, { query, reply }) => {
    const { rows, nextCursor } = await listAppointments(context, query)
    if (nextCursor) reply.header('x-next-cursor', nextCursor)
    return rows
  })
  serve(contract.readAppointment, async (context, { params }) =>
    present(context, await namedFor(context, await requireOpened(context, params.id))),
  )
  serve(contract.updateAppointment, (context, { params, body }) =>
    updateAppointment(context, params.id, body),
  )
  serve(contract.cancelAppointment, (context, { params, body }) =>
    cancelAppointment(context, params.id, body ?? {}),
  )
  serve(contract.appointmentCalendar, (context, { params, reply }) => {
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="visit.ics"')
    return visitCalendar(context, params.id)
  })
  serve(readCalendarFeed, (context) => ownFeed(context))
  serve(makeCalendarFeed, (context) => makeFeed(context))
  serve(endCalendarFeed, (context) => endFeed(context))
  serve(calendarFeed, (context, { params, request, reply }) =>
    readFeedOf(context, params.token, { request, reply }),
  )
  serve(contract.appointmentQr, (context, { params, reply }) => {
    reply.type('image/svg+xml; charset=utf-8')
    return visitQr(context, params.id)
  })
  serve(contract.availability, (context, { query }) => readAvailability(context, query))
  serve(contract.bookedIntervals, (context, { query }) => readBooked(context, query))
  serve(contract.holdSlot, (context, { body }) => holdSlot(context, body))
  serve(contract.releaseHold, (context, { body }) => releaseHold(context, body))
  serve(manage.visitHistory, (context, { params }) => readHistory(context, params.id))
  serve(manage.rescheduleVisit, (context, { params, body }) => rescheduleVisit(context, params.id, body))
  serve(manage.markNoShow, (context, { params }) => markNoShow(context, params.id))
  serve(manage.dayCalendar, (context, { query }) => readCalendar(context, query))
  serve(closures.listClosures, (context, { query }) => listClosures(context, query))
  serve(closures.previewClosure, (context, { body }) => previewClosure(context, body))
  serve(closures.addClosure, (context, { body }) => addClosure(context, body))
  serve(closures.visitsInClosure, (context, { params }) => visitsInClosure(context, params.id))
  serve(closures.dealWithClosure, (context, { params, body }) => dealWithClosure(context, params.id, body))
  serve(closures.removeClosure, (context, { params }) => removeClosure(context, params.id))
  serve(closures.visitsOutside, (context, { params }) => visitsOutside(context, params.id))
  serve(closures.dealWithOutside, (context, { params, body }) => dealWithOutside(context, params.id, body))
  serve(orders.listReferrers, (context) => listReferrers(context))
  serve(orders.addReferrer, (context, { body }) => createReferrer(context, body))
  serve(orders.changeReferrer, (context, { params, body }) => updateReferrer(context, params.id, body))
  serve(orders.addFacility, (context, { body }) => createFacility(context, body))
  serve(orders.changeFacility, (context, { params, body }) => updateFacility(context, params.id, body))
  serve(orders.readOrder, (context, { params }) => readOrder(context, params.id))
  serve(orders.changeOrder, (context, { params, body }) => changeOrder(context, params.id, body))
  serve(orders.listOrderPages, (context, { params }) => listPages(context, params.id))
  serve(orders.addOrderPage, (context, { params, headers, body }) =>
    addPage(context, params.id, { name: headers['x-file-name'], bytes: body }),
  )
  serve(orders.readOrderPage, async (context, { params, reply }) =>
    sendFile(reply, await openPage(context, params.id)),
  )
  serve(orders.removeOrderPage, (context, { params, body }) => removePage(context, params.id, body.reason))
  serve(standing.listStandingOrders, (context, { params }) => listStandingOrders(context, params.id))
  serve(standing.addStandingOrder, (context, { params, body }) => createStanding(context, params.id, body))
  serve(standing.endStandingOrder, (context, { params }) => finishStanding(context, params.id))
  serve(standing.readStandingOrder, (context, { params }) => readStandingOrder(context, params.id))
  serve(standing.listOwnStandingOrders, (context) => listOwnStanding(context))
  serve(standing.listMissed, (context, { query }) => listMissed(context, query))
  serve(contract.appointmentTasks, (context, { query }) => listAppointmentTasks(context, query))
}
