import type { Privilege } from './platform/grants.ts'
import type { DB } from './platform/schema.gen.ts'

/** The rights of the product's role on a table, each in addition to reading. A table without an entry does not compile. */
type Rights = 'read' | 'add' | 'add, change' | 'add, remove' | 'change' | 'add, change, remove'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/**
 * Only the rights that the server needs. Rows of a table with `add` alone cannot be changed or removed by any statement of
 * the product. Triggers that maintain sums and marks run as the writing role; foreign keys run as the owner.
 */
const tables: Readonly<Record<SnakeCase<keyof DB>, Rights>> = {
  accession_day: 'add, change',
  account: 'add, change',
  account_person: 'add, remove',
  account_site: 'add, remove',
  account_specialty: 'add, remove',
  analyte: 'add, change',
  audit: 'add',
  audit_block: 'add',
  audit_check: 'add, change',
  callback: 'add, change, remove',
  callback_order: 'add, remove',
  callback_try: 'add',
  chair: 'add, change',
  chair_day: 'add, change',
  chair_day_check: 'add, change',
  closure: 'add, remove',
  code_salt: 'read',
  comment_text: 'add, change',
  contact_answer: 'add',
  contact_form_key: 'read',
  contact_message: 'add, change',
  control_gate: 'add, change',
  control_lot: 'add, change',
  control_material: 'add',
  control_responsibility: 'add',
  control_run: 'add',
  control_target: 'add, change, remove',
  control_value: 'add, change',
  desk: 'add, change',
  document_number: 'add, change',
  email_stop: 'add, remove',
  facility: 'add, change',
  idempotent_answer: 'add, remove',
  import: 'add',
  import_row: 'add, change',
  insight_mail: 'add, change',
  insight_subscription: 'add, remove',
  insight_sum: 'add, remove',
  interpretation_version: 'add',
  interval_version: 'add',
  invitation: 'add, change',
  invoice: 'add',
  invoice_payment: 'add',
  invoice_posting: 'add',
  issuer_attempt: 'add, remove',
  issuer_subject: 'add, change, remove',
  laboratory: 'change',
  laboratory_logo: 'add, change, remove',
  ledger_line: 'add',
  ledger_posting: 'add',
  message_text: 'add',
  money_settings: 'change',
  notice: 'add, change, remove',
  notification_choice: 'add, change, remove',
  online_payment: 'add, change',
  one_time_token: 'add, change, remove',
  outbox: 'add, change',
  payer: 'add, change',
  payment: 'add',
  payment_exception: 'add',
  person: 'add, change',
  person_comparison: 'add, change',
  person_identifier: 'add, change, remove',
  person_join: 'add, change',
  person_pair: 'add, change, remove',
  person_phone: 'add, change, remove',
  price: 'add',
  push_key: 'add',
  push_subscription: 'add, change, remove',
  queue: 'add, change',
  queue_event: 'add',
  rate_limit: 'add, change, remove',
  referrer: 'add, change',
  registration: 'add, change, remove',
  release_rule: 'add, change',
  reminder_settings: 'change',
  report: 'add',
  report_comment: 'add, change',
  report_handover: 'add',
  report_picture: 'add',
  report_signatory: 'add, change',
  report_share: 'add, change',
  result: 'add, remove',
  result_draft: 'add, change, remove',
  result_link: 'add, change',
  roll_up_mark: 'add, remove',
  roll_up_site: 'add, change',
  sample: 'add, change',
  session: 'add, change, remove',
  shift: 'add, change, remove',
  site: 'add, change',
  site_hours: 'add, remove',
  sms_reply: 'add, change',
  sms_stop: 'add, remove',
  task: 'add, change',
  task_attachment: 'add, change',
  task_note: 'add',
  tax: 'add, change',
  test: 'add, change',
  test_analyte: 'add',
  ticket: 'add, change',
  ticket_day: 'add, change',
  till: 'add, change',
  unsubscribe_key: 'read',
  visit: 'add, change, remove',
  visit_account: 'add, change',
  visit_order: 'add, change',
  visit_test: 'add, remove',
  wait_told: 'add',
}

/** Relations outside the schema's types: the migrations that ran, and the sequence of positions in the audit trail. */
const others: Readonly<Record<string, Rights>> = { migration: 'read', audit_position_seq: 'read' }

const privileges: Readonly<Record<Rights, readonly Privilege[]>> = {
  read: ['SELECT'],
  add: ['SELECT', 'INSERT'],
  change: ['SELECT', 'UPDATE'],
  'add, change': ['SELECT', 'INSERT', 'UPDATE'],
  'add, remove': ['SELECT', 'INSERT', 'DELETE'],
  'add, change, remove': ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
}

/** The privileges of the product's role on a table or sequence; none if it is not listed. */
export function rightsOn(relation: string): readonly Privilege[] {
  const found = ({ ...tables, ...others } as Readonly<Record<string, Rights>>)[relation]
  return found ? privileges[found] : []
}
