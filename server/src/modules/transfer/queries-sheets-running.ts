import { declareSheets } from './sheet.ts'

/** Sheets of an export: the queue, messages, imports and the audit trail. */
export const runningSheets = declareSheets({
  'shifts.csv': {
    about: 'Who was meant to work when and where',
    rows: { from: 'shift t', at: 't.starts_at', order: 't.site_id, t.starts_at, t.id' },
    columns: 'id account_id starts_at ends_at note',
  },
  'queues.csv': {
    about: 'The rules of each site’s queue',
    rows: { from: 'queue t', order: 't.site_id' },
    columns: `check_in_minutes grace_before_minutes grace_after_minutes ageing_minutes above_stat_minutes
      absent_minutes call_ends_minutes no_show_minutes`,
  },
  'desks.csv': {
    about: 'Desks and rooms',
    rows: { from: 'desk t', order: 't.site_id, t.number' },
    columns: 'number name room active state staff_id since',
  },
  'tickets.csv': {
    about: 'Tickets of the queue',
    rows: { from: 'ticket t', at: 't.arrived_at' },
    columns: `id visit_id day code number class urgent tests status appointment_at arrived_at queued_at called_at
      recalled_at recalls skips started_at ended_at desk room staff_id`,
  },
  'queue-events.csv': {
    about: 'Everything that happened in the queues, in order',
    rows: { from: 'queue_event t', at: 't.at', order: 't.site_id, t.seq' },
    columns: 'seq at kind ticket_id desk account_id detail undoes',
  },
  'waits-told.csv': {
    about: 'Waits as they were told',
    rows: { from: 'wait_told t', at: 't.told_at', order: 't.site_id, t.ticket_id' },
    columns: 'ticket_id told_at class ahead low median high shown_low shown_high',
  },
  'messages.csv': {
    about: 'Messages that were planned, sent or failed; without links and codes',
    rows: { from: 'outbox t', site: { of: `(t.payload ->> 'siteId')::uuid` }, at: 't.created_at' },
    columns: `id kind channel recipient visit_id device_id state created_at due_at sent_at delivered_at attempts error
      segments`,
    computed: {
      visit_id: [`t.payload ->> 'visitId'`, 'Visit that it is about'],
    },
  },
  'notices.csv': {
    about: 'Messages inside the product',
    rows: { from: 'notice t', site: 'all', at: 't.created_at' },
    columns: 'id account_id kind payload created_at read_at',
  },
  'notification-choices.csv': {
    about: 'What people do not want to be told, and how',
    rows: { from: 'notification_choice t', site: 'all', order: 't.account_id, t.topic, t.channel' },
    columns: 'account_id topic channel',
  },
  'reminders.csv': {
    about: 'When patients are reminded',
    rows: { from: 'reminder_settings t', site: 'none', order: '1' },
    columns: 'lead_minutes fasting fasting_hours quiet_from quiet_until',
  },
  'sms-replies.csv': {
    about: 'Answers to text messages',
    rows: { from: 'sms_reply t', site: 'all', at: 't.at' },
    columns: 'id at phone text meaning outcome visit_id site_id',
  },
  'sms-stops.csv': {
    about: 'Phone numbers that want no text messages',
    rows: { from: 'sms_stop t', site: 'all', order: 't.phone' },
    columns: 'phone at',
  },
  'email-stops.csv': {
    about: 'E-mail addresses that want no e-mails about a topic',
    rows: { from: 'email_stop t', site: 'all', order: 't.email, t.topic' },
    columns: 'email topic at',
  },
  'message-texts.csv': {
    about: 'Texts of messages in the laboratory’s own words, every version',
    rows: { from: 'message_text t', site: 'none', order: 't.kind, t.language, t.form, t.version' },
    columns: 'kind language form version title body edited_by edited_at',
  },
  'contact-messages.csv': {
    about: 'What came through the contact form or was written by patients',
    rows: { from: 'contact_message t', site: 'all', at: 't.received_at' },
    columns: 'id received_at account_id name email message state signs sorted_by sorted_at forgotten_at',
  },
  'contact-answers.csv': {
    about: 'Answers to what came through the contact form',
    rows: { from: 'contact_answer t', site: 'all', at: 't.answered_at' },
    columns: 'id contact_message_id text answered_by answered_at',
  },
  'nonconformities.csv': {
    about: 'Nonconformities and complaints, with cause, corrective action and effectiveness',
    rows: { from: 'nonconformity t', at: 't.reported_at' },
    columns: `id number kind harm description visit_id sample_id message_id immediate_action reported_by reported_at cause action due_on
      acted_by acted_at effectiveness closed_by closed_at version`,
  },
  'eqa-schemes.csv': {
    about: 'Schemes of external quality assessment',
    rows: { from: 'eqa_scheme t' },
    columns: 'id name provider ended_at version',
  },
  'eqa-rounds.csv': {
    about: 'Rounds of external quality assessment',
    rows: { from: 'eqa_round t', at: 't.added_at' },
    columns: 'id scheme_id name received_on due_on added_by added_at sent_at sent_by version',
  },
  'eqa-results.csv': {
    about: 'Results for external quality assessment, and how the provider assessed them',
    rows: { from: 'eqa_result t', order: 't.site_id, t.round_id, t.position' },
    columns: `id round_id position sample analyte_code value answer entered_by entered_at target sd score expected assessed_by
      assessed_at z verdict nonconformity_id`,
  },
  'stock-items.csv': {
    about: 'Reagents, kits and tubes that are kept in stock',
    rows: { from: 'stock_item t' },
    columns:
      'id name kind unit manufacturer catalogue_number reorder_level delivery_days open_days ended_at version low_told_at',
  },
  'stock-uses.csv': {
    about: 'Quantity of an item that a test uses',
    rows: {
      from: 'stock_item_test t join stock_item i on i.id = t.item_id',
      site: { of: 'i.site_id' },
      order: 't.item_id, t.test_code',
    },
    columns: 'item_id test_code amount',
  },
  'stock-lots.csv': {
    about: 'Lots of items in stock',
    rows: { from: 'stock_lot t' },
    columns: 'id item_id number expires_on opened_on remaining',
  },
  'stock-movements.csv': {
    about: 'Receipts, uses, counts and discards of lots',
    rows: { from: 'stock_movement t', at: 't.at' },
    columns: 'id lot_id kind amount at by reason task_id',
  },
  'monitored-places.csv': {
    about: 'Refrigerators, freezers, incubators and rooms with monitored temperature or humidity',
    rows: { from: 'monitored_place t' },
    columns: 'id name kind unit low high every_hours ended_at version',
  },
  'place-readings.csv': {
    about: 'Readings of temperature and humidity',
    rows: { from: 'place_reading t', at: 't.at' },
    columns: 'id place_id value low high is_outside at by action struck_at struck_by strike_reason',
  },
  'downtime-forms.csv': {
    about: 'Paper forms for hours without power or network',
    rows: { from: 'downtime_form t', at: 't.printed_at' },
    columns:
      'id number accessions printed_at printed_by state visit_id arrived_at collected_at collected_by settled_at settled_by void_reason',
  },
  'api-clients.csv': {
    about: 'Programs that read through FHIR or have an API key; not their secrets',
    rows: { from: 'api_client t', tables: ['api_client', 'api_client_site'], site: 'all' },
    columns:
      'id name scopes sites facility_id per_minute signs_in_by keys redirect_uris keeps_access launch_url expires_at created_by created_at last_used_at ended_by ended_at',
    computed: {
      sites: [
        '(select array_agg(a.site_id order by a.site_id) from api_client_site a where a.client_id = t.id)',
        'The only sites that it reads; empty: all',
      ],
    },
  },
  'notifiable-results.csv': {
    about: 'Results that are reported to the health authority',
    rows: { from: 'notifiable_rule t', site: 'all' },
    columns:
      'id disease organism_code test_code analyte_code outcome outcome_values added_by added_at ended_at ended_by',
  },
  'case-receiver.csv': {
    about: 'Where notices of cases are sent; not its token',
    rows: { from: 'case_receiver t', site: 'all', order: 't.id' },
    columns: 'address version',
  },
  'case-notices.csv': {
    about: 'Notices of cases of notifiable diseases',
    rows: { from: 'case_notice t', at: 't.found_at' },
    columns: `id visit_id rule_id test_code finding version found_at state decided_by decided_at reason gone tried_at told_at attempts
      status error`,
  },
  'dhis2-connection.csv': {
    about: 'Connection to the DHIS2 of the health authority; not its secret',
    rows: { from: 'dhis2_connection t', site: 'all', order: 't.id' },
    columns: 'address username data_set attribute_option_combo send_day sends_from version',
  },
  'dhis2-organisation-units.csv': {
    about: 'Organisation units of sites in DHIS2',
    rows: { from: 'dhis2_org_unit t', order: 't.site_id' },
    columns: 'org_unit',
  },
  'dhis2-lines.csv': {
    about: 'What is counted for DHIS2',
    rows: { from: 'dhis2_line t', site: 'all' },
    columns: `id name data_element category_option_combo test_code analyte_code outcome outcome_values gender from_age to_age set_by
      set_at ended_at version`,
  },
  'dhis2-sendings.csv': {
    about: 'Figures sent to DHIS2, with its answers',
    rows: { from: 'dhis2_sending t', at: 't.asked_at' },
    columns: `id month dry_run org_unit data_set attribute_option_combo figures asked_by asked_at state attempts settled_at status
      imported updated ignored deleted conflicts error`,
  },
  'app-access.csv': {
    about: 'Which apps people let read, and what',
    rows: { from: 'app_access t', site: 'all' },
    columns:
      'id client_id account_id person_id visit_id scopes given_at expires_at last_read_at ended_by ended_at',
  },
  'address-changes.csv': {
    about: 'Addresses that staff entered for patients who can log in, and who approved them',
    rows: { from: 'address_change t', site: 'all' },
    columns:
      'id account_id email asked_by asked_at mail_at expires_at approved_by approved_at ended_at ended_by',
  },
  'erasure-wishes.csv': {
    about: 'Requests of people to erase their data',
    rows: { from: 'erasure_wish t', site: 'all' },
    columns:
      'id person_id account_id way identified_by asked_by asked_at state reason decided_by decided_at version',
  },
  'legal-holds.csv': {
    about: 'People whose data are not erased or deleted because of a dispute, a court order or a complaint',
    rows: { from: 'legal_hold t', site: 'all' },
    columns: 'id person_id kind reason placed_by placed_at ended_by ended_at end_reason',
  },
  'emergency-access.csv': {
    about: 'Records that staff opened in an emergency',
    rows: { from: 'emergency_access t', site: 'all' },
    columns: 'id account_id person_id reason confidential opened_at ends_at',
  },
  'webhooks.csv': {
    about: 'Addresses of programs that events are sent to; not their secrets',
    rows: { from: 'webhook t', site: 'all' },
    columns:
      'id client_id address events created_by created_at failures failing_since off_at ended_at ended_by ended_by_client',
  },
  'subscriptions.csv': {
    about: 'The webhooks that programs have added by themselves',
    rows: { from: 'api_subscription t', site: 'all', order: 't.webhook_id' },
    columns: 'webhook_id criteria by_topic payload reason heartbeat_seconds ends_at shaken_at events',
  },
  'hl7-connections.csv': {
    about: 'HL7 v2 connections with hospitals',
    rows: { from: 'hl7_connection t', site: 'all' },
    columns:
      'id client_id name way host port allowed tls encoding processing hl7_version application facility sends_results sends_appointments numbers_messages enhanced_mode is_on version created_by created_at ended_at ended_by',
  },
  'hl7-codes.csv': {
    about: 'Codes of hospitals in HL7 v2 messages',
    rows: { from: 'hl7_code t', site: 'all', order: 't.connection_id, t.kind, t.code' },
    columns: 'connection_id kind code means',
  },
  'imports.csv': {
    about: 'Files that were brought in',
    rows: { from: 'import t', site: 'all', at: 't.imported_at' },
    columns: 'id kind source file_name sha256 rows added changed imported_by imported_at',
    computed: {
      sha256: [`encode(t.sha256, 'hex')`, 'SHA-256 of the file'],
    },
  },
  'import-rows.csv': {
    about: 'What the rows of those files became',
    rows: { from: 'import_row t', site: 'all', order: 't.kind, t.source, t.key' },
    columns: 'kind source key account_id person_id site_id visit_id import_id',
  },
  'audit.csv': {
    about: 'Who saw and changed what, in order',
    rows: { from: 'audit t', site: 'all', at: 't.at', order: 't.position' },
    columns: 'position id at account_id role network action subject_kind subject_id before after reason',
  },
})
