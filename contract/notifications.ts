import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { clockTime, done, id, idParams, line, page, pageOf, timestamp, total } from './fields.ts'
import { notificationMethods, roles, staffRoles } from './options.ts'

/** Messages to people: their preferences, notices in the product, and the ledger of deliveries. */

export const notificationTopics = ['visits', 'reminders', 'results'] as const
export type NotificationTopic = (typeof notificationTopics)[number]
export const notificationChannels = [...notificationMethods, 'app'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

const choices = z.object({
  method: z.enum(notificationMethods),
  /** Null: the preferred channel. */
  topics: z.object({
    visits: z.enum(notificationChannels).nullable(),
    reminders: z.enum(notificationChannels).nullable(),
    results: z.enum(notificationChannels).nullable(),
  }),
})

const preferences = choices.extend({
  /** Channels that are available now; the others fall back to e-mail. */
  connected: z.array(z.enum(notificationMethods)),
  /** Why this person cannot get SMS; null if they can. */
  noSms: z.string().nullable(),
  /** Why this person cannot get push messages; null if they can. */
  noPush: z.string().nullable(),
})

export const readPreferences = endpoint({
  method: 'GET',
  path: '/api/notifications/preferences',
  access: roles,
  summary: 'The notification settings of the signed-in person.',
  responses: { 200: preferences },
  errors: [],
})

export const savePreferences = endpoint({
  method: 'PUT',
  path: '/api/notifications/preferences',
  changes: ['/api/auth/profile'],
  access: roles,
  summary: 'Replace the notification settings of the signed-in person.',
  body: z.strictObject(choices.shape),
  responses: { 200: done.extend({ preferences }) },
  errors: [],
})

const notice = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  /** A path in the product, or null if there is no page for it. */
  link: z.string().nullable(),
  at: timestamp,
  read: z.boolean(),
})
export type Notice = z.output<typeof notice>

export const notices = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: roles,
  summary: 'The notices of the signed-in person, newest first, with the number of unread ones.',
  query: z.strictObject({ ...page }),
  responses: {
    200: z.object({ ...pageOf(notice), unread: z.number().int() }),
  },
  errors: [],
})

export const readNotices = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  changes: ['/api/notifications', '/api/labtest/reports'],
  access: roles,
  summary:
    'Mark notices as read: those with the given ids, those about the results of a visit, or, if neither is given, all.',
  body: z.strictObject({
    ids: z.array(id).max(200).optional(),
    /** The visit whose report was opened, whose notices are marked as read. */
    resultsOf: id.optional(),
  }),
  responses: { 200: z.object({ unread: z.number().int() }) },
  errors: [],
})

export const deliveryStates = [
  'planned',
  'sending',
  'sent',
  'delivered',
  'failed',
  'kept',
  'skipped',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Channels outside the product, each with its own rows in the ledger. */
export const deliveryChannels = ['email', 'sms', 'push'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

const delivery = z.object({
  id: z.string(),
  kind: z.string(),
  channel: z.enum(deliveryChannels),
  to: z.string(),
  /** The recipient’s name, of the visit or the account, if known. */
  person: z.string().nullable(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  at: timestamp,
  dueAt: timestamp,
  sentAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  reason: z.string().nullable(),
  /** Number of segments of an SMS. */
  segments: z.number().int().nullable(),
  /** False if the message contains a code that is deleted. */
  canResend: z.boolean(),
})
export type Delivery = z.output<typeof delivery>

export const deliveries = endpoint({
  method: 'GET',
  path: '/api/deliveries',
  access: staffRoles,
  permission: 'messages',
  summary: 'All messages with their delivery state, newest first, and how many are in each state or overdue.',
  query: z.strictObject({
    state: z.enum(deliveryStates).optional(),
    channel: z.enum(deliveryChannels).optional(),
    /** The recipient: a prefix of the address, a number, a name, or the reference of a visit. */
    search: line('Search', 200).optional(),
    ...page,
  }),
  responses: {
    200: z.object({
      ...pageOf(delivery),
      /** Whether the search matched more visits or people than it uses: the list then has messages of the latest only. */
      latestOnly: z.boolean(),
      /** Number of messages in each state, whatever the filters. */
      counts: z.record(z.enum(deliveryStates), total),
      /** Planned messages that are overdue by more than a few minutes. */
      overdue: z.number().int(),
      smsConnected: z.boolean(),
    }),
  },
  errors: [],
})

/**
 * The origin of the text: stored when it was sent, rendered now for a message that is still planned, or rendered
 * again for a message that was sent before texts were stored.
 */
export const deliveryTexts = ['kept', 'now', 'again'] as const

const openedDelivery = delivery.extend({
  subject: z.string().nullable(),
  /** Codes and the secret parts of links are masked. Null: see `noText`. */
  text: z.string().nullable(),
  textIs: z.enum(deliveryTexts),
  /** Why there is no text. */
  noText: z.string().nullable(),
  visit: z.object({ id: z.string(), reference: z.string() }).nullable(),
})
export type OpenedDelivery = z.output<typeof openedDelivery>

export const readDelivery = endpoint({
  method: 'GET',
  path: '/api/deliveries/:id',
  access: staffRoles,
  permission: 'messages',
  summary:
    'A message as it was or will be sent, without codes. Reading it is written to the audit trail of the visit or account.',
  params: idParams,
  responses: { 200: openedDelivery },
  errors: ['not_found'],
})

export const resendDelivery = endpoint({
  method: 'POST',
  path: '/api/deliveries/:id/resend',
  changes: ['/api/deliveries'],
  access: staffRoles,
  permission: 'messages',
  summary: 'Send a message again whose delivery failed or was held back.',
  params: z.strictObject({ id }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const replyMeanings = ['stop', 'start', 'confirm', 'cancel', 'unknown'] as const

const reply = z.object({
  id: z.string(),
  phone: z.string(),
  text: z.string(),
  /** How the reply was interpreted. */
  meaning: z.enum(replyMeanings),
  /** What the reply changed. */
  outcome: z.string(),
  at: timestamp,
  visit: z.object({ id: z.string(), reference: z.string() }).nullable(),
})
export type Reply = z.output<typeof reply>

export const smsReplies = endpoint({
  method: 'GET',
  path: '/api/sms-replies',
  access: staffRoles,
  permission: 'messages',
  summary: 'Answers to SMS and how each was handled, newest first.',
  query: z.strictObject({ ...page }),
  responses: { 200: z.object(pageOf(reply)) },
  errors: [],
})

const quietTime = clockTime('Give a time like 21:00')

const reminderRules = z.strictObject({
  /** Minutes before the visit, without duplicates. */
  leadMinutes: z
    .array(z.number().int().min(30, 'At least half an hour before').max(10_080, 'At most a week before'))
    .max(4, 'At most four reminders')
    .refine((leads) => new Set(leads).size === leads.length, 'Two reminders at the same time'),
  fasting: z.boolean(),
  fastingHours: z
    .number({ error: 'Hours must be a number' })
    .int('Hours must be a whole number')
    .min(1, 'At least an hour')
    .max(24, 'At most 24 hours'),
  /** Local times of the site; equal times mean no quiet hours. */
  quietFrom: quietTime,
  quietUntil: quietTime,
})
export type ReminderRules = z.output<typeof reminderRules>

export const readReminders = endpoint({
  method: 'GET',
  path: '/api/reminder-settings',
  access: staffRoles,
  permission: 'configure',
  summary: 'When the laboratory sends reminders of visits.',
  responses: { 200: reminderRules },
  errors: [],
})

export const saveReminders = endpoint({
  method: 'PUT',
  path: '/api/reminder-settings',
  access: staffRoles,
  permission: 'configure',
  summary: 'Replace the times at which the laboratory sends reminders.',
  body: reminderRules,
  responses: { 200: done.extend({ rules: reminderRules }) },
  errors: [],
})

/** Calls of the SMS gateway. The body is parsed by hand, since the signature covers its raw bytes. */
const gatewayCall = {
  method: 'POST',
  access: 'public',
  body: z.unknown(),
  responses: { 200: z.string() },
  errors: ['not_allowed', 'not_configured'],
} as const

export const smsReport = endpoint({
  ...gatewayCall,
  path: '/api/sms/reports',
  summary:
    'Delivery reports of the SMS gateway, signed. In the generic form `at` is the time of sending, at most 5 minutes ago.',
  query: z.strictObject({ id: id.optional() }),
})

export const smsReply = endpoint({
  ...gatewayCall,
  path: '/api/sms/replies',
  summary:
    'Incoming SMS from the gateway: STOP, START, 1 to confirm, C to cancel. Signed, with `at` as in delivery reports. Idempotent by message id.',
})
