import { keysOf } from './keys-of.ts'
/** All kinds of messages, with their channels and the placeholders that their texts may and must contain. */

export const messageForms = ['email', 'sms', 'push', 'app'] as const
export type MessageForm = (typeof messageForms)[number]

/** The fields of a text: an SMS has no title, a notice in the product has no body. */
export type MessageText = { title: string; body: string }
export const hasTitle = (form: MessageForm): boolean => form !== 'sms'
export const hasBody = (form: MessageForm): boolean => form !== 'app'

/** Descriptions of the placeholders, as the editor shows them. */
export const placeholders = {
  laboratory: 'Name of the laboratory',
  phone: 'Phone number of the laboratory',
  name: 'Name of the person',
  when: 'Day and time of the visit',
  date: 'Day of the visit, or day on which something is due',
  time: 'Time of the visit',
  site: 'Name of the site',
  reference: 'Reference of the visit',
  fastFrom: 'When fasting begins',
  details: 'List: when, where, reference',
  tests: 'List: the tests',
  preparation: 'List: what to do beforehand',
  reason: 'Why the laboratory is closed or refuses a request',
  issuer: 'Sign-in service',
  sender: 'Who wrote',
  senderEmail: 'Address of who wrote',
  message: 'What they wrote',
  answer: 'What the laboratory answers',
  code: 'The code',
  link: 'Link to continue',
  loginLink: 'Link to log in',
  month: 'Month that a report is of',
  figures: 'List: the main figures',
  tries: 'List: unsuccessful calls about a critical value',
  analyser: 'Name of the analyser',
  place: 'Name of the refrigerator or room',
  reading: 'Temperature or humidity',
  item: 'Name of the item in stock',
  referralLaboratory: 'Name of the referral laboratory',
  client: 'Name of the API client',
  opener: 'Name of the member of staff who opened the record',
  trouble: 'What is wrong with the server',
} as const
export type Placeholder = keyof typeof placeholders
export type Values = Partial<Record<Placeholder, string | readonly string[]>>

/** Placeholders that need a line of their own in an e-mail: lists, codes and quotations. A link may be `[label]({link})`. */
export const listPlaceholders: readonly Placeholder[] = [
  'details',
  'tests',
  'preparation',
  'figures',
  'tries',
]
export const linkPlaceholders: readonly Placeholder[] = ['link', 'loginLink']
/** If the placeholder is empty, its paragraph is left out. */
export const optionalPlaceholders: readonly Placeholder[] = ['tests', 'preparation', 'tries']
/** SMS and push are shown on lock screens, to anyone who holds the phone: no name, no test, no user input. */
const emailOnly: readonly Placeholder[] = [
  'name',
  'details',
  'tests',
  'preparation',
  'reason',
  'issuer',
  'sender',
  'senderEmail',
  'message',
  'answer',
  'tries',
]

/** Push messages and notices are links themselves. */
const notHere: Readonly<Record<MessageForm, readonly Placeholder[]>> = {
  email: [],
  sms: emailOnly,
  push: [...emailOnly, 'code', 'link', 'loginLink'],
  app: [...emailOnly, 'code', 'link', 'loginLink', 'fastFrom'],
}

export type MessageGroup = 'Visits' | 'Results' | 'Account' | 'Staff'
export type KindRules = {
  label: string
  group: MessageGroup
  forms: readonly MessageForm[]
  /** Placeholders besides the laboratory’s name and phone, which every text may contain. */
  has: readonly Placeholder[]
  must: Partial<Record<MessageForm, readonly Placeholder[]>>
}

const everywhere = messageForms
/** Messages with a code or a proof of address go by e-mail only, since another channel would prove nothing. */
const mailOnly = ['email'] as const
const visit = ['name', 'when', 'date', 'time', 'site', 'reference', 'details', 'link'] as const
const ofVisit = { group: 'Visits', forms: everywhere } as const
const mustSayWhen = { email: ['details'], sms: ['when'] } as const
const ofResult = {
  group: 'Results',
  forms: everywhere,
  has: visit,
  must: { email: ['link'], sms: ['link'] },
} as const
const ofAccount = { group: 'Account', forms: everywhere, must: {} } as const

export const messageKinds = {
  visit_booked: {
    ...ofVisit,
    label: 'Visit booked',
    has: [...visit, 'tests', 'preparation'],
    must: mustSayWhen,
  },
  visit_changed: {
    ...ofVisit,
    label: 'Visit changed',
    has: [...visit, 'tests', 'preparation'],
    must: mustSayWhen,
  },
  visit_cancelled: {
    ...ofVisit,
    label: 'Visit cancelled',
    has: [...visit, 'tests'],
    must: mustSayWhen,
  },
  visit_called_off: {
    ...ofVisit,
    label: 'Visit cancelled by the laboratory',
    has: [...visit, 'tests'],
    must: mustSayWhen,
  },
  visit_closed_out: {
    ...ofVisit,
    label: 'Closed at the time of a visit',
    has: [...visit, 'reason'],
    must: { email: ['details', 'link'], sms: ['when', 'link'] },
  },
  visit_again: {
    ...ofVisit,
    label: 'Another sample: a new time',
    has: [...visit, 'preparation'],
    must: mustSayWhen,
  },
  visit_reminder: {
    ...ofVisit,
    label: 'Reminder',
    has: [...visit, 'tests', 'preparation'],
    must: mustSayWhen,
  },
  fasting_begins: {
    ...ofVisit,
    label: 'Begin fasting',
    has: [...visit, 'preparation', 'fastFrom'],
    must: { email: ['fastFrom'], sms: ['fastFrom'], push: ['fastFrom'] },
  },
  turn_near: {
    ...ofVisit,
    label: 'Your turn is near',
    has: ['name', 'site', 'reference', 'link'],
    must: {},
  },
  results_ready: { ...ofResult, label: 'Results ready' },
  result_corrected: { ...ofResult, label: 'Result corrected' },
  result_withdrawn: { ...ofResult, label: 'Result withdrawn' },
  result_link: {
    group: 'Results',
    label: 'Link to a report, without an account',
    forms: ['sms'],
    has: ['link'],
    must: { sms: ['link'] },
  },
  registration_code: {
    ...ofAccount,
    label: 'Code to sign up',
    forms: mailOnly,
    has: ['name', 'code', 'link'],
    must: { email: ['code'] },
  },
  mail_code: {
    ...ofAccount,
    label: 'Code by e-mail',
    forms: mailOnly,
    has: ['name', 'code'],
    must: { email: ['code'] },
  },
  phone_code: {
    ...ofAccount,
    label: 'Code by SMS',
    forms: ['sms'],
    has: ['code'],
    must: { sms: ['code'] },
  },
  phone_changed: { ...ofAccount, label: 'Log-in number changed', has: ['name'] },
  sign_in_changed: {
    ...ofAccount,
    label: 'Passkey or authenticator app changed',
    has: ['name', 'link'],
  },
  registration_known: {
    ...ofAccount,
    label: 'Sign-up with a known address',
    forms: mailOnly,
    has: ['name', 'link', 'loginLink'],
    must: { email: ['loginLink'] },
  },
  password_reset: {
    ...ofAccount,
    label: 'Link for a new password',
    forms: mailOnly,
    has: ['name', 'link'],
    must: { email: ['link'] },
  },
  password_changed: { ...ofAccount, label: 'Password changed', has: ['name', 'link'] },
  email_change: {
    ...ofAccount,
    label: 'Confirm a new address',
    forms: mailOnly,
    has: ['name', 'link'],
    must: { email: ['link'] },
  },
  email_change_asked: { ...ofAccount, label: 'Address about to change', has: ['name', 'link'] },
  email_changed: { ...ofAccount, label: 'Address changed', has: ['name'] },
  issuer_joined: { ...ofAccount, label: 'New way to log in', has: ['name', 'issuer', 'link'] },
  desk_answered: { ...ofAccount, label: 'Answer to a patient', has: ['name', 'link'] },
  tests_due: {
    ...ofAccount,
    label: 'Planned tests are due',
    has: ['name', 'link'],
    must: { email: ['link'], sms: ['link'] },
  },
  records_joined: { ...ofAccount, label: 'Records joined', forms: ['email', 'sms'], has: ['name', 'link'] },
  records_parted: { ...ofAccount, label: 'Records separated again', forms: ['email', 'sms'], has: ['name'] },
  account_closed: { ...ofAccount, label: 'Account closed', forms: ['email', 'sms'], has: ['name'] },
  erasure_asked: {
    ...ofAccount,
    label: 'Erasure requested',
    forms: ['email', 'sms'],
    has: ['name', 'link'],
  },
  erasure_done: { ...ofAccount, label: 'Erased', forms: ['email', 'sms'], has: ['name'] },
  erasure_refused: {
    ...ofAccount,
    label: 'Erasure request refused',
    forms: ['email', 'sms'],
    has: ['name', 'reason'],
    must: { email: ['reason'] },
  },
  account_unused: {
    ...ofAccount,
    label: 'Unused account about to be erased',
    forms: ['email', 'sms'],
    has: ['name', 'date', 'loginLink'],
    must: { email: ['date', 'loginLink'], sms: ['date'] },
  },
  technician_invited: {
    group: 'Staff',
    label: 'Invitation of a technician',
    forms: mailOnly,
    has: ['name', 'link', 'loginLink'],
    must: { email: ['link'] },
  },
  manager_invited: {
    group: 'Staff',
    label: 'Invitation of a manager',
    forms: mailOnly,
    has: ['name', 'link', 'loginLink'],
    must: { email: ['link'] },
  },
  clinician_invited: {
    group: 'Staff',
    label: 'Invitation of a clinician',
    forms: mailOnly,
    has: ['name', 'link', 'loginLink'],
    must: { email: ['link'] },
  },
  technician_activated: {
    group: 'Staff',
    label: 'Staff account activated',
    forms: everywhere,
    has: ['name', 'loginLink'],
    must: {},
  },
  technician_deactivated: {
    group: 'Staff',
    label: 'Technician deactivated',
    forms: mailOnly,
    has: ['name'],
    must: {},
  },
  manager_deactivated: {
    group: 'Staff',
    label: 'Manager deactivated',
    forms: mailOnly,
    has: ['name'],
    must: {},
  },
  clinician_deactivated: {
    group: 'Staff',
    label: 'Clinician deactivated',
    forms: mailOnly,
    has: ['name'],
    must: {},
  },
  callback_overdue: {
    group: 'Staff',
    label: 'Critical value not reported in time',
    forms: everywhere,
    has: ['name', 'reference', 'site', 'tries', 'link'],
    must: { email: ['reference', 'link'], sms: ['reference'], push: ['reference'] },
  },
  clinic_report: {
    group: 'Staff',
    label: 'Report for a clinic',
    forms: ['email', 'push', 'app'],
    has: ['name', 'reference', 'link'],
    must: { email: ['reference', 'link'] },
  },
  clinic_box: {
    group: 'Staff',
    label: 'Problem with a box of samples',
    forms: ['email', 'push', 'app'],
    has: ['name', 'reference', 'link'],
    must: { email: ['reference', 'link'] },
  },
  clinic_call: {
    group: 'Staff',
    label: 'Urgent call about a clinic’s order',
    forms: ['email', 'push', 'app'],
    has: ['name', 'reference', 'link'],
    must: { email: ['reference', 'link'] },
  },
  released_otherwise: {
    group: 'Staff',
    label: 'Released values to check',
    forms: ['email', 'push', 'app'],
    has: ['name', 'link'],
    must: { email: ['link'] },
  },
  place_outside: {
    group: 'Staff',
    label: 'Temperature or humidity outside its limits',
    forms: ['email', 'push', 'app'],
    has: ['name', 'place', 'reading', 'site', 'link'],
    must: { email: ['link'] },
  },
  values_held: {
    group: 'Staff',
    label: 'Values of an analyser held for an hour',
    forms: ['email', 'push', 'app'],
    has: ['name', 'analyser', 'site', 'link'],
    must: { email: ['link'] },
  },
  analyser_down: {
    group: 'Staff',
    label: 'Analyser out of use',
    forms: ['email', 'push', 'app'],
    has: ['name', 'analyser', 'site', 'link'],
    must: { email: ['link'] },
  },
  care_due: {
    group: 'Staff',
    label: 'Calibration or service due',
    forms: ['email', 'push', 'app'],
    has: ['name', 'analyser', 'site', 'link'],
    must: { email: ['link'] },
  },
  stock_low: {
    group: 'Staff',
    label: 'Stock at its reorder level',
    forms: ['email', 'push', 'app'],
    has: ['name', 'item', 'site', 'link'],
    must: { email: ['link'] },
  },
  referral_late: {
    group: 'Staff',
    label: 'Late report of a referral laboratory',
    forms: ['email', 'push', 'app'],
    has: ['name', 'referralLaboratory', 'site', 'link'],
    must: { email: ['link'] },
  },
  webhook_off: {
    group: 'Staff',
    label: 'Receiver of events fails',
    forms: ['email', 'push', 'app'],
    has: ['name', 'client', 'link'],
    must: { email: ['link'] },
  },
  trouble_began: {
    group: 'Staff',
    label: 'Server problem',
    forms: ['email', 'push', 'app'],
    has: ['name', 'trouble', 'link'],
    must: { email: ['trouble', 'link'] },
  },
  trouble_ended: {
    group: 'Staff',
    label: 'Server problem resolved',
    forms: ['email', 'push', 'app'],
    has: ['name', 'trouble', 'link'],
    must: { email: ['trouble', 'link'] },
  },
  record_opened: {
    group: 'Staff',
    label: 'Record opened in an emergency',
    forms: ['email', 'push', 'app'],
    has: ['name', 'opener', 'link'],
    must: { email: ['link'] },
  },
  erasure_open: {
    group: 'Staff',
    label: 'New erasure request',
    forms: ['email', 'push', 'app'],
    has: ['name', 'date', 'link'],
    must: { email: ['date', 'link'] },
  },
  erasure_due: {
    group: 'Staff',
    label: 'Erasure request due in a week',
    forms: ['email', 'push', 'app'],
    has: ['name', 'date', 'link'],
    must: { email: ['date', 'link'] },
  },
  erasure_overdue: {
    group: 'Staff',
    label: 'Erasure request overdue',
    forms: ['email', 'push', 'app'],
    has: ['name', 'date', 'link'],
    must: { email: ['date', 'link'] },
  },
  insight_report: {
    group: 'Staff',
    label: 'Monthly report',
    forms: mailOnly,
    has: ['name', 'month', 'figures', 'link'],
    must: { email: ['month', 'link'] },
  },
  contact_message: {
    group: 'Staff',
    label: 'Contact form',
    forms: ['email', 'push', 'app'],
    has: ['sender', 'senderEmail', 'message'],
    must: { email: ['message', 'senderEmail'] },
  },
  contact_answer: {
    group: 'Staff',
    label: 'Answer to the contact form',
    forms: mailOnly,
    has: ['name', 'answer', 'message'],
    must: { email: ['answer'] },
  },
} as const satisfies Readonly<Record<string, KindRules>>

export type MessageKind = keyof typeof messageKinds
export const messageKindNames = keysOf(messageKinds)
export const rulesOf = (kind: MessageKind): KindRules => messageKinds[kind]

/** The kinds that are about one visit. */
export type VisitKind = {
  [Kind in MessageKind]: (typeof messageKinds)[Kind]['group'] extends 'Visits' | 'Results' ? Kind : never
}[MessageKind]

/** Kinds whose texts cannot be edited. */
const unwritten: Readonly<Record<string, string>> = {
  sms_answer: 'Answer to an SMS',
  push_trial: 'Test push message',
}

/** The name of a kind of message, as staff read it. */
export const kindWord = (kind: string): string =>
  messageKinds[kind as MessageKind]?.label ?? unwritten[kind] ?? kind

/** The placeholders that a text may contain: by its kind, and fewer on lock screens. */
export function mayHold(kind: MessageKind, form: MessageForm): Placeholder[] {
  const all: Placeholder[] = ['laboratory', 'phone', ...rulesOf(kind).has]
  return all.filter((one) => !notHere[form].includes(one))
}

/** The placeholders that a text must contain: an SMS names the laboratory. */
export function mustHold(kind: MessageKind, form: MessageForm): readonly Placeholder[] {
  const must = rulesOf(kind).must[form] ?? []
  return form === 'sms' ? ['laboratory', ...must] : must
}

/** Maximum lengths; an SMS is also limited by its number of segments. */
export const mostTitle = 150
export const mostBody: Readonly<Record<MessageForm, number>> = { email: 5_000, sms: 600, push: 300, app: 0 }
export const mostSegments = 3

const placeholder = /\{([^{}\n]*)\}/g

/** The names of the placeholders in a text, each once, in order. */
export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map((match) => match[1] ?? '')),
]
