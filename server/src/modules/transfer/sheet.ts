/** A column in SQL, and its meaning; null: the meaning is the comment on the column in the database. */
type Column = { expression: string; about: string | null }

/** A file of an export: its columns, its tables, and the sites of its rows. */
export type Sheet = {
  file: string
  about: string
  /** The exported tables. */
  tables: readonly string[]
  /** The from clause; the first table is `t`. */
  from: string
  columns: Readonly<Record<string, Column>>
  /** The site of a row; `none` for rows of no site; `all`: only for staff of all sites. */
  site: 'none' | 'all' | { of: string }
  /** The instant that a period filters by; without one, all rows are exported. */
  at?: string
  order: string
}

/** By default rows belong to a site, whose column comes first, and are ordered by their id. */
type DeclaredSheet = {
  about: string
  /** The names of the columns, separated by spaces: columns of `t`, and keys of `computed`. */
  columns: string
  computed?: Readonly<Record<string, readonly [expression: string, about: string]>>
  rows: Partial<Pick<Sheet, 'tables' | 'site' | 'at' | 'order'>> & Pick<Sheet, 'from'>
}

export const ofSite = { of: 't.site_id' }

/** Sheets by the names of their files. */
export const declareSheets = (sheets: Readonly<Record<string, DeclaredSheet>>): Sheet[] =>
  Object.entries(sheets).map(([file, { rows, columns, computed = {}, ...sheet }]) => {
    const own: typeof computed = rows.site ? computed : { site_id: ['t.site_id', 'Site'], ...computed }
    const names = [...(rows.site ? [] : ['site_id']), ...columns.split(/\s+/)]
    return {
      file,
      ...sheet,
      tables: [rows.from.replace(/ .*/s, '')],
      site: ofSite,
      order: rows.site ? 't.id' : 't.site_id, t.id',
      ...rows,
      columns: Object.fromEntries(
        names.map((name) => {
          const [expression = `t.${name}`, about = null] = own[name] ?? []
          return [name, { expression, about }]
        }),
      ),
    }
  })

/** Tables that are not exported, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  account_warning: 'who was told that an unused account will be erased; deliveries say so too',
  accession_day: 'counts the samples of a day; samples.csv has their numbers',
  api_appointment: 'which visits a program booked; audit.csv says so too',
  api_patient: 'which patients a program entered; persons.csv has them',
  api_request: 'which tests a program ordered; clinic-orders.csv has the orders',
  api_artifact: 'tokens and codes, by which programs read',
  app_launch: 'which apps were opened in the past half hour',
  app_key: 'the keys that sign ID tokens for apps',
  audit_block: 'the chain over the trail, which only holds for this database',
  audit_check: 'when the chain was checked last',
  audit_pruned: 'how much of the trail was deleted after its time',
  erasure_again: 'whom a restore brought back until they are erased again',
  backup_archive: 'how far the archive of the write-ahead log reaches',
  backup_copy: 'attempts to back up',
  backup_offsite: 'how far the copy of the backups in a bucket reaches',
  backup_proof: 'restores of backups for proof',
  calendar_feed: 'secret addresses at which calendars read visits',
  chair_day: 'made from the visits',
  chair_day_check: 'when that was compared last',
  data_key: 'keys that encrypt fields, which are of no use without the master key',
  encryption_progress: 'how far fields are encrypted',
  replica_beat: 'counts for the watch over a replica',
  code_salt: 'belongs to passwords that work once',
  control_gate: 'holds no facts, but a lock',
  control_line: 'what control-values.csv says of the latest values',
  document_number: 'counts receipts; payments.csv has their numbers',
  hash_key: 'the key of the hashes of identifiers, which is of no use without the master key',
  health_card_key: 'the keys that sign health cards',
  hl7_file: 'files of hospitals, byte for byte; clinic-orders.csv has their orders',
  hl7_holder: 'the lease of the process that holds the links to hospitals',
  hl7_link: 'the present state of the links to hospitals',
  hl7_message: 'messages of hospitals, byte for byte; clinic-orders.csv has their orders',
  idempotent_answer: 'answers that can be asked for again for a day',
  insight_sum: 'figures made from visits and tasks',
  insight_mail: 'which reports of figures were mailed',
  insight_subscription: 'who wants the report of each month',
  instrument_holder: 'the lease of the process that holds the links to analysers',
  instrument_link: 'the present state of the links to analysers',
  instrument_profile: 'imported profiles of analysers, which you have as files',
  instrument_message: 'the messages of analysers, byte for byte; measured-values.csv has their values',
  issuer_attempt: 'sign-ins on their way',
  issuer_subject: 'names of accounts at a sign-in service, by which one enters',
  job_run: 'when each job of the server ran last',
  laboratory_logo: 'the picture, which you have',
  one_time_token: 'links that work once, by which one enters',
  passkey: 'public keys by which one enters',
  person_comparison: 'when persons were compared last',
  push_key: 'signs messages to browsers',
  push_subscription: 'browsers, and the keys by which they are reached',
  rate_limit: 'counts tries for an hour',
  recovery_code: 'recovery codes, which give access to accounts',
  api_export: 'exports of programs that can be read for a day',
  registration: 'accounts that nobody has confirmed yet, with their passwords',
  report_picture: 'the pictures of signatures and marks, which the reports have',
  result_draft: 'what somebody is typing',
  retention_class: 'settings of this server: for how long data are kept',
  retention_law: 'comes with the product',
  retention_rule: 'settings of this server: the country whose minima apply',
  roll_up_mark: 'days whose figures are made anew',
  roll_up_site: 'how far figures are made',
  second_factor: 'secrets of second factors, which give access to accounts',
  server_report: 'the present state of the servers',
  session: 'who is signed in',
  sign_in_device: 'browsers that have signed in',
  ticket_day: 'counts the tickets of a day; tickets.csv has their numbers',
  contact_form_key: 'signs when the contact form was shown',
  trouble: 'what was wrong with the product itself in the past 90 days',
  webhook_delivery: 'which events were sent to programs in the past 30 days',
  webhook_event: 'events that are being shared out',
  unsubscribe_key: 'signs links by which e-mails are turned off',
}

/** Columns of exported tables that are left out: secrets and internal data. */
export const columnsLeftOut: Readonly<Record<string, readonly string[]>> = {
  account: ['password_hash', 'used_at'],
  api_client: ['secret_hash'],
  api_subscription: ['beat_at'],
  case_notice: ['due_at'],
  case_receiver: ['id', 'secret'],
  contact_message: ['network'],
  dhis2_connection: ['id', 'secret'],
  dhis2_sending: ['due_at'],
  import_row: ['hash'],
  instrument_event: ['due_told_at'],
  // Exported as a file.
  instrument_verification: ['content', 'pdf', 'version'],
  invitation: ['token_hash'],
  invoice: ['kind'],
  laboratory: ['accreditation_mark', 'plan_version', 'singleton'],
  money_settings: ['singleton'],
  // Exported as a file.
  order_page: ['content'],
  outbox: [
    'body',
    'erase_when_done',
    'message_key',
    'provider_id',
    'repeats',
    'secret',
    'spread_at',
    'subject',
  ],
  person: ['version', 'words'],
  person_identifier: ['system_key', 'value_hash', 'value_key'],
  person_phone: ['digits'],
  queue: ['last_event'],
  reminder_settings: ['singleton'],
  // Exported as files.
  confidential_report: ['pdf'],
  report: ['pdf'],
  report_share: ['key_half', 'passcode_hash', 'token_hash'],
  report_signatory: ['signature'],
  result_link: ['code_hash', 'token_hash'],
  sample: ['next_accession'],
  stored_tube: ['rack_places'],
  sms_reply: ['provider_id'],
  task: ['comment_revision', 'rank', 'results_revision'],
  // The name in lists, which is derived from the name in the catalogue.
  test: ['name'],
  task_attachment: ['content', 'report_print'],
  ticket: ['end_seen', 'for_desk', 'last_event'],
  webhook: ['next_try_at', 'old_secret', 'old_secret_until', 'secret'],
  visit: ['during', 'hold_expires_at', 'hold_network', 'hold_token_hash', 'words'],
  // The visit's own.
  visit_test: ['starts_at'],
}
