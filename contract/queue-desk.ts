import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, paragraph, requiredLine } from './fields.ts'
import { staffRoles } from './options.ts'
import { desk, room, ticketCard } from './queue-views.ts'

/** Calls of a desk: open it, call tickets, and serve each to its end. */

const siteId = id.optional()
const bySite = z.strictObject({ siteId }).optional()

// Desks

export const deskNumber = z.coerce.number({ error: 'A desk has a number' }).int().min(1).max(999)
const deskParams = z.strictObject({ number: deskNumber })
const deskAnswer = { 200: done.extend({ desk }) }

export const openDesk = endpoint({
  method: 'POST',
  path: '/api/queue/desk/:number/open',
  access: staffRoles,
  summary: 'Open a desk for the caller. A person has one desk at most.',
  params: deskParams,
  body: z
    .strictObject({
      siteId,
      /** Takes over the desk if another person is recorded there. */
      takeOver: z.boolean().default(false),
    })
    .optional(),
  responses: deskAnswer,
  errors: ['not_found', 'not_possible_now'],
})

const deskVerb = (verb: 'pause' | 'resume' | 'close', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/queue/desk/:number/${verb}`,
    access: staffRoles,
    summary,
    params: deskParams,
    body: bySite,
    responses: deskAnswer,
    errors: ['not_found', 'not_possible_now'],
  })
export const pauseDesk = deskVerb('pause', 'Nobody is called to this desk for a while.')
export const resumeDesk = deskVerb('resume', 'Go on.')
export const closeDesk = deskVerb(
  'close',
  'Leave the desk. Whoever waited for it alone waits with the others.',
)

export const callNext = endpoint({
  method: 'POST',
  path: '/api/queue/desk/:number/next',
  access: staffRoles,
  summary:
    'Call the next person and finish the current service. Refused while a called person has not come yet.',
  params: deskParams,
  body: bySite,
  responses: { 200: done.extend({ ticket: ticketCard.nullable() }) },
  errors: ['not_found', 'not_possible_now'],
})

// Tickets

const ticketAnswer = { 200: done.extend({ ticket: ticketCard }) }

const ticketVerb = (verb: 'recall' | 'skip' | 'start' | 'finish' | 'no-show', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/queue/ticket/:id/${verb}`,
    access: staffRoles,
    summary,
    params: idParams,
    responses: ticketAnswer,
    errors: ['not_found', 'not_possible_now'],
  })
export const recallTicket = ticketVerb('recall', 'Call once more.')
export const skipTicket = ticketVerb('skip', 'Did not come: back into the line, as if having come just now.')
export const startService = ticketVerb('start', 'The person is here.')
export const finishService = ticketVerb('finish', 'Done.')
export const ticketNoShow = ticketVerb(
  'no-show',
  'Nobody came after the grace period: the visit is a no-show.',
)

export const leaveQueue = endpoint({
  method: 'POST',
  path: '/api/queue/ticket/:id/leave',
  access: staffRoles,
  summary: 'Mark a ticket as left without being served.',
  params: idParams,
  body: z.strictObject({ reason: paragraph('Reason', 500).default('') }).optional(),
  responses: ticketAnswer,
  errors: ['not_found', 'not_possible_now'],
})

export const transferTicket = endpoint({
  method: 'POST',
  path: '/api/queue/ticket/:id/transfer',
  access: staffRoles,
  summary: 'Transfer a ticket to another room or desk. Its place by arrival is kept.',
  params: idParams,
  body: z
    .strictObject({ room: room.optional(), desk: z.number().int().min(1).max(999).optional() })
    .refine((to) => (to.room === undefined) !== (to.desk === undefined), {
      path: ['room'],
      message: 'Choose a room or a desk',
    }),
  responses: ticketAnswer,
  errors: ['not_found', 'not_possible_now'],
})

export const setUrgent = endpoint({
  method: 'POST',
  path: '/api/queue/ticket/:id/urgent',
  access: staffRoles,
  summary: 'Set or remove the urgent (STAT) mark of a ticket, with a reason.',
  params: idParams,
  body: z.strictObject({ urgent: z.boolean(), reason: requiredLine('Reason', 200) }),
  responses: ticketAnswer,
  errors: ['not_found', 'not_possible_now'],
})

export const undoEvent = endpoint({
  method: 'POST',
  path: '/api/queue/ticket/:id/undo',
  access: staffRoles,
  summary: 'Undo the latest event of a ticket; `event` is the event that the screen shows as the latest.',
  params: idParams,
  body: z.strictObject({ event: z.number().int().positive() }),
  responses: ticketAnswer,
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})
