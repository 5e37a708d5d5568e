import { declareSheets } from './sheet.ts'

const ofVisit = 'join visit v on v.site_id = t.site_id and v.id = t.visit_id'
const ofAccount = {
  of: '(select v.site_id from visit v where v.account_id = t.id and v.site_id = any($sites) limit 1)',
}
/** The site of a person without a visit or order, whom staff of every site see, is the first exported site. */
const ofPerson = (id: string) => ({
  of: `coalesce(
    (select v.site_id from records_of_person(${id}) r join visit v on v.person_id = r
      where v.status <> 'held' and v.site_id = any($sites) limit 1),
    (select o.site_id from records_of_person(${id}) r join clinic_order o on o.person_id = r
      where o.site_id = any($sites) limit 1),
    case when not exists (select from records_of_person(${id}) r join visit v on v.person_id = r where v.status <> 'held')
        and not exists (select from records_of_person(${id}) r join clinic_order o on o.person_id = r)
      then ($sites)[1] end)`,
})

/** The name of a report's file in the archive, in SQL. */
export const reportFile = `'reports/site-' || s.number || '/' || v.reference || '-v' || t.version || '.pdf'`

/** The same of a report of confidential tests. */
export const confidentialFile = `'reports/site-' || s.number || '/' || v.reference || '-confidential-v' || t.version || '.pdf'`

/** Sheets of an export: patients, visits, samples, results and reports. */
export const careSheets = declareSheets({
  'patients.csv': {
    about: 'Accounts of patients, also those that were closed',
    rows: { from: `account t where t.role = 'user'`, site: ofAccount },
    columns:
      'id full_name email phone sign_in_phone status notification_method language created_at deactivated_at forgotten_at',
  },
  'persons.csv': {
    about: 'Everybody who has had a visit, with or without an account, or was written down before the first',
    rows: { from: 'person t', site: ofPerson('t.id') },
    columns: `id number full_name given_names family_name former_names naming mother_id birth_order sex birth_date
      birth_precision email language note deceased died_on replaced_by created_at forgotten_at`,
  },
  'person-phones.csv': {
    about: 'Phone numbers of persons',
    rows: { from: 'person_phone t', site: ofPerson('t.person_id'), order: 't.person_id, t.position' },
    columns: 'person_id position phone',
  },
  'person-identifiers.csv': {
    about: 'Numbers that others gave to persons',
    rows: { from: 'person_identifier t', site: ofPerson('t.person_id'), order: 't.person_id, t.position' },
    columns: 'id person_id position system value',
  },
  'account-persons.csv': {
    about: 'Whom each account books for',
    rows: { from: 'account_person t', site: ofPerson('t.person_id'), order: 't.account_id, t.number' },
    columns: 'account_id number person_id kind granted_by since',
  },
  'person-joins.csv': {
    about: 'Records that were found to be of one person and joined',
    rows: { from: 'person_join t', site: 'all', at: 't.joined_at', order: 't.joined_at, t.id' },
    columns: 'id kept_id other_id joined_at joined_by reason undone_at undone_by undo_reason',
  },
  'person-pairs.csv': {
    about: 'Persons who could be the same, and who was found not to be',
    rows: { from: 'person_pair t', site: 'all', order: 't.one, t.other' },
    columns: 'one other reasons weight found_at not_same_at not_same_by',
  },
  'visits.csv': {
    about: 'Appointments and visits, with the person tested',
    rows: {
      from: `visit t where t.status <> 'held'`,
      at: 't.starts_at',
      order: 't.site_id, t.starts_at, t.id',
    },
    columns: `id reference status starts_at ends_at chair walk_in account_id person_id full_name age gender contact
      email priority recollects version created_at forgotten_at`,
  },
  'visit-tests.csv': {
    about: 'The tests of each visit',
    rows: { from: `visit_test t ${ofVisit}`, at: 'v.starts_at', order: 't.site_id, t.visit_id, t.test_code' },
    columns: 'visit_id reference test_code package_code',
    computed: {
      reference: ['v.reference', 'Reference of the visit'],
    },
  },
  'samples.csv': {
    about: 'Samples and what became of them',
    rows: { from: `sample t ${ofVisit}`, at: 'v.starts_at' },
    columns: `visit_id id accession specimen tube status collected_at collected_by collection_entered_at
      collection place identified_by
      prepared received_at received_by receipt_entered_at receipt_entered_by rejected_at rejected_by rejection_reason rejection_note replaces aliquot_of
      storage_place refrigerated_at discarded_at discarded_by discard_reason`,
  },
  'tasks.csv': {
    about: 'Work: one test on one sample',
    rows: { from: `task t ${ofVisit}`, at: 'v.starts_at' },
    columns: `visit_id id sample_id test_code panel_version status due_at created_at claimed_by started_at
      completed_at completed_by results_saved_at results_saved_by measured_at measured_by first_released_at released_at released_by
      released_rule out_of_use_reason rule_refusal correction_reason comment retracted_at withdrawn_at`,
  },
  'results.csv': {
    about: 'Results as they stand, with unit, flag and the interval that they were compared with',
    rows: {
      from: 'result t join task k on k.site_id = t.site_id and k.id = t.task_id join visit v on v.site_id = k.site_id and v.id = k.visit_id join analyte a on a.code = t.analyte_code',
      at: 'v.starts_at',
      order: 't.site_id, t.task_id, t.analyte_code',
    },
    columns: `visit_id reference task_id test_code analyte_code analyte number text unit flag range birth_needed
      interval_version calculated delta released entered_at entered_by measured_value_id`,
    computed: {
      visit_id: ['k.visit_id', 'Visit'],
      reference: ['v.reference', 'Reference of the visit'],
      test_code: ['k.test_code', 'Test'],
      analyte: ['a.name', 'Name of the analyte'],
      unit: ['a.unit', 'Unit'],
      released: ['k.released_at is not null', 'Whether it was released'],
    },
  },
  'repeated-results.csv': {
    about: 'Results that were measured again before they were released',
    rows: { from: 'repeated_result t', at: 't.repeated_at', order: 't.site_id, t.task_id, t.number' },
    columns:
      'task_id number results entered_by entered_at measured_at measured_by reason repeated_by repeated_at',
  },
  'callbacks.csv': {
    about: 'Critical values and to whom they were reported',
    rows: { from: 'callback t', at: 't.opened_at' },
    columns:
      'id task_id analyte_code value opened_at due_at step held_by held_since told_at told_to told_by note',
  },
  'callback-tries.csv': {
    about: 'Each call about a critical value, also those in vain',
    rows: { from: 'callback_try t', at: 't.tried_at' },
    columns: 'id task_id analyte_code value called way outcome note tried_at tried_by',
  },
  'task-notes.csv': {
    about: 'Notes on work',
    rows: { from: 'task_note t', at: 't.at' },
    columns: 'task_id id at account_id text',
  },
  'attachments.csv': {
    about: 'Files attached to tasks; the files themselves are in attachments/',
    rows: { from: 'task_attachment t', at: 't.added_at' },
    columns:
      'task_id id name type size sha256 in_report added_at added_by removed_at removed_by removal_reason',
    computed: {
      sha256: [`encode(t.sha256, 'hex')`, 'SHA-256 of its content'],
    },
  },
  'reports.csv': {
    about: 'Versions of reports as they were released; the files are in reports/',
    rows: {
      from: `report t ${ofVisit} join site s on s.id = t.site_id`,
      at: 't.released_at',
      order: 't.site_id, t.visit_id, t.version',
    },
    columns: 'visit_id reference version file code released_at released_by released_rule content',
    computed: {
      reference: ['v.reference', 'Reference of the visit'],
      file: [reportFile, 'File'],
    },
  },
  'confidential-reports.csv': {
    about: 'Versions of the reports of confidential tests; the files are in reports/',
    rows: {
      from: `confidential_report t ${ofVisit} join site s on s.id = t.site_id`,
      at: 't.released_at',
      order: 't.site_id, t.visit_id, t.version',
    },
    columns: 'visit_id reference version file code released_at released_by content',
    computed: {
      reference: ['v.reference', 'Reference of the visit'],
      file: [confidentialFile, 'File'],
    },
  },
  'counselling.csv': {
    about: 'Consent and counselling of confidential tests',
    rows: { from: 'counselling t', at: 't.noted_at', order: 't.site_id, t.visit_id, t.test_code' },
    columns: `visit_id test_code consent counselled_on counselled_by noted_by noted_at explained_on explained_by
      explained_noted_by explained_noted_at`,
  },
  'rapid-tests.csv': {
    about: 'Rapid tests of confidential tests, with the lots of the kits',
    rows: { from: 'rapid_testing t', at: 't.read_at', order: 't.site_id, t.task_id' },
    columns: `task_id needed first_kit first_lot first_expires first_stock_lot first_reactive second_kit second_lot second_expires
      second_stock_lot second_reactive third_kit third_lot third_expires third_stock_lot third_reactive read_on read_by read_at
      conclusion`,
  },
  'invalid-rapid-tests.csv': {
    about: 'Rapid tests of confidential tests that were invalid, with the lots of the kits',
    rows: { from: 'invalid_rapid_test t', at: 't.read_at' },
    columns: 'id task_id kit lot expires_on stock_lot read_on read_by read_at',
  },
  'orders.csv': {
    about: 'What the orders of visits say',
    rows: { from: 'visit_order t', order: 't.site_id, t.visit_id', at: 't.changed_at' },
    columns: `visit_id referrer_id facility_id requested_by copy_to clinical_details diagnosis fasting pregnancy_week
      medication version changed_by changed_at`,
  },
  'request-forms.csv': {
    about: 'Pages of request forms on paper; the files are in request-forms/',
    rows: { from: 'order_page t', at: 't.added_at' },
    columns:
      'visit_id order_id id name type size sha256 added_at added_by removed_at removed_by removal_reason',
    computed: {
      sha256: [`encode(t.sha256, 'hex')`, 'SHA-256 of its content'],
    },
  },
  'clinic-orders.csv': {
    about: 'Orders of clinicians and programs of facilities, with the patient as the clinic entered them',
    rows: { from: 'clinic_order t', at: 't.ordered_at' },
    columns: `id facility_id code person_id full_name gender age born_on contact tests way urgent clinical_details diagnosis fasting
      pregnancy_week medication ordered_by ordered_by_client requester wanted_at ordered_at visit_id cancelled_by cancelled_by_client cancelled_at
      cancel_reason`,
  },
  'manifests.csv': {
    about: 'Boxes of samples that clinics sent, and that were sent to other laboratories',
    rows: { from: 'manifest t', at: 't.made_at' },
    columns: `id facility_id laboratory_id code transport courier tracking_number made_by made_at left_at left_celsius
      arrived_at arrived_by arrived_celsius closed_at closed_by`,
  },
  'manifest-tubes.csv': {
    about: 'Tubes of boxes, and the state of each tube',
    rows: { from: 'manifest_tube t', order: 't.site_id, t.manifest_id, t.accession' },
    columns: 'manifest_id accession state reason seen_at seen_by',
  },
  'standing-orders.csv': {
    about: 'Standing orders: tests that a person needs at an interval of weeks or months',
    rows: { from: 'standing_order t', at: 't.created_at' },
    columns: `id person_id items every unit first_on until_on remind_days referrer_id facility_id requested_by next_on created_at
      created_by ended_at ended_by`,
  },
  'standing-due.csv': {
    about: 'Due days of standing orders with a message or a visit',
    rows: {
      from: 'standing_due t join standing_order o on o.id = t.standing_id',
      site: { of: 'o.site_id' },
      order: 't.standing_id, t.due_on',
    },
    columns: 'standing_id due_on told_at visit_site_id visit_id',
  },
  'report-comments.csv': {
    about: 'Comments on reports',
    rows: { from: 'report_comment t', order: 't.site_id, t.visit_id', at: 't.changed_at' },
    columns: 'visit_id text revision changed_by changed_at',
  },
  'report-handovers.csv': {
    about: 'Hand-overs of reports, with the recipients and how they were identified',
    rows: { from: 'report_handover t', at: 't.at' },
    columns: 'visit_id id version given_to relation identified_by note at by',
  },
  'report-links.csv': {
    about: 'Links to reports that patients gave away; not the links themselves',
    rows: { from: 'report_share t', at: 't.created_at' },
    columns:
      'visit_id id created_at created_by expires_at opened last_opened_at recipients wrong_passcodes revoked_at',
  },
  'health-cards.csv': {
    about: 'SMART Health Cards of reports that patients made; not the cards themselves',
    rows: { from: 'health_card t', at: 't.made_at' },
    columns: 'visit_id version id rid key_id made_by made_at',
  },
  'result-links.csv': {
    about: 'Links and slips for patients without an account; not the links themselves',
    rows: { from: 'result_link t', at: 't.created_at' },
    columns: 'visit_id id way sent_to created_by created_at expires_at ended_at tries opened last_opened_at',
  },
})
