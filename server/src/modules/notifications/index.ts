/** Outgoing messages, and the messages of the contact form. */
export { deliverOutbox } from './deliver-outbox.ts'
export { escalateCallbacks } from './escalate-callbacks.ts'
export { planReminders } from './plan-reminders.ts'
export { forgetNotices, moveNotices } from './queries-notices.ts'
export { forgetDevices } from './queries-push.ts'
export { notificationRoutes } from './routes.ts'
export { sayResultLink } from './say-result-link.ts'
export { whoGetsSms } from './who-gets-sms.ts'
