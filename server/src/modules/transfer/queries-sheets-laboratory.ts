import { declareSheets } from './sheet.ts'

/** Sheets of an export: settings, catalogue, staff and quality control. */
export const laboratorySheets = declareSheets({
  'laboratory.csv': {
    about: 'The laboratory and its rules',
    rows: { from: 'laboratory t', site: 'none', order: '1' },
    columns: `name address phone email language horizon_days step_minutes buffer_minutes hold_minutes cut_off_minutes
      overbook_limit majority_age callback_minutes callback_step_minutes control_hours delta_percent two_person_release
      release_policy_version send_result_links report_page report_head report_foot accreditation cell_counts second_factor
      prices_on week_start twi_confirmed_at twi_confirmed_by`,
  },
  'callback-order.csv': {
    about: 'Staff to whom overdue critical values are passed on, in order',
    rows: { from: 'callback_order t', site: 'none', order: 't.position' },
    columns: 'position account_id',
  },
  'report-signatories.csv': {
    about: 'How reports name the staff who release results',
    rows: { from: 'report_signatory t', site: 'none', order: 't.account_id' },
    columns: 'account_id qualification licence_number version',
  },
  'referrers.csv': {
    about: 'Doctors and other clinicians who ask for tests',
    rows: { from: 'referrer t', site: 'none' },
    columns: 'id full_name facility_id phone email licence_number account_id ended version',
  },
  'facilities.csv': {
    about: 'Clinics, hospitals and companies that ask for tests',
    rows: { from: 'facility t', site: 'none' },
    columns: 'id name kind phone email results_by ended version',
  },
  'sites.csv': {
    about: 'Sites',
    rows: { from: 'site t', site: { of: 't.id' }, order: 't.number' },
    columns: 'id number name time_zone created_at closed_at',
  },
  'opening-hours.csv': {
    about: 'Opening hours',
    rows: { from: 'site_hours t', order: 't.site_id, t.weekday, t.opens_minute' },
    columns: 'weekday opens_minute closes_minute',
  },
  'chairs.csv': {
    about: 'Chairs',
    rows: { from: 'chair t', order: 't.site_id, t.number' },
    columns: 'number name active overflow',
  },
  'closures.csv': {
    about: 'Closures',
    rows: { from: 'closure t', at: 'lower(t.during)', order: 't.site_id, lower(t.during), t.id' },
    columns: 'id begins_at ends_at reason',
    computed: {
      begins_at: ['lower(t.during)', 'Begin'],
      ends_at: ['upper(t.during)', 'End'],
    },
  },
  'staff.csv': {
    about: 'Technicians, managers and clinicians, with what they may do',
    rows: {
      from: `account t where t.role <> 'user'`,
      tables: ['account', 'account_site', 'account_specialty'],
      site: 'all',
    },
    columns:
      'id role facility_id full_name email phone status permissions sites specialties created_at deactivated_at',
    computed: {
      sites: [
        '(select array_agg(a.site_id order by a.site_id) from account_site a where a.account_id = t.id)',
        'The only sites that they see; empty: all',
      ],
      specialties: [
        '(select array_agg(a.specialty order by a.specialty) from account_specialty a where a.account_id = t.id)',
        'Specialties',
      ],
    },
  },
  'invitations.csv': {
    about: 'Invitations of technicians, managers and clinicians; not their links',
    rows: { from: 'invitation t', site: 'all', at: 't.created_at' },
    columns: `id email full_name role facility_id permissions sites specialties invited_by created_at expires_at accepted_at
      withdrawn_at`,
  },
  'tests.csv': {
    about: 'The catalogue of tests',
    rows: { from: 'test t', site: 'none', order: 't.position' },
    columns: `code catalogue_name label aliases about bookable confidential rapid_tests specimen tube collection fasting preparation instructions
      equipment turnaround_hours expected_minutes position version specialty panel_version method instrument
      stable_hours stable_cold_hours`,
  },
  'storage-places.csv': {
    about: 'Storage locations: freezers, refrigerators and rooms',
    rows: { from: 'storage_unit t' },
    columns: 'id name kind ended_at version',
  },
  'storage-racks.csv': {
    about: 'Racks and boxes in storage locations',
    rows: { from: 'storage_rack t' },
    columns: 'id unit_id name code row_count column_count places ended_at version',
  },
  'stored-tubes.csv': {
    about: 'Stays of tubes in positions of racks',
    rows: { from: 'stored_tube t', at: 't.put_at' },
    columns: 'id sample_id rack_id position put_at put_by taken_at taken_by taken_why',
  },
  'specimen-retention.csv': {
    about: 'Retention times of specimens',
    rows: { from: 'specimen_retention t', site: 'none', order: 't.specimen' },
    columns: 'specimen days',
  },
  'disposals.csv': {
    about: 'Disposal lists, confirmed by a second person',
    rows: { from: 'disposal t', at: 't.made_at' },
    columns: 'id made_by made_at confirmed_by confirmed_at cancelled_by cancelled_at',
  },
  'disposal-tubes.csv': {
    about: 'Samples on disposal lists',
    rows: { from: 'disposal_tube t', order: 't.site_id, t.disposal_id, t.sample_id' },
    columns: 'disposal_id sample_id state',
  },
  'referral-laboratories.csv': {
    about: 'Laboratories to which samples are referred',
    rows: { from: 'referral_laboratory t', site: 'none', order: 't.id' },
    columns: 'id name address phone email days ended_at version',
  },
  'referral-tests.csv': {
    about: 'Tests that are referred to other laboratories',
    rows: { from: 'referral_test t', site: 'none', order: 't.test_code' },
    columns: 'test_code laboratory_id transport days',
  },
  'referrals.csv': {
    about: 'Referred tasks, with the box and the time of the report',
    rows: { from: 'referral t', at: 't.sent_at', order: 't.site_id, t.task_id' },
    columns:
      'task_id laboratory_id transport days manifest_id accession sent_at due_at late_told_at returned_at returned_by',
  },
  'packages.csv': {
    about: 'Packages of tests',
    rows: { from: 'test_package t', site: 'none', order: 't.code' },
    columns: 'code name about tests bookable version',
  },
  'analytes.csv': {
    about: 'What is measured',
    rows: { from: 'analyte t', site: 'none', order: 't.code' },
    columns: 'code name kind unit decimals lowest highest options loinc loinc_property version',
  },
  'test-analytes.csv': {
    about: 'Which analytes belong to which test, every version of its panel',
    rows: { from: 'test_analyte t', site: 'none', order: 't.test_code, t.version, t.position' },
    columns: 'test_code version analyte_code position',
  },
  'interval-versions.csv': {
    about: 'Reference intervals, every version',
    rows: { from: 'interval_version t', site: 'none', order: 't.analyte_code, t.version' },
    columns: `analyte_code version valid_from ranges normal_options critical_options source reason verified entered_at
      entered_by confirmed_at confirmed_by`,
  },
  'comments.csv': {
    about: 'The list of comments for reports',
    rows: { from: 'comment_text t', site: 'none' },
    columns: 'id text test_code added_by added_at removed_at',
  },
  'interpretation-versions.csv': {
    about: 'Interpretive comments, every version',
    rows: { from: 'interpretation_version t', site: 'none', order: 't.id, t.version' },
    columns: `id version analyte_code flags at_least below answers text adds_test adds_itself entered_by entered_at confirmed_by confirmed_at
      ended`,
  },
  'release-rules.csv': {
    about: 'Rules by which results are released, every version',
    rows: { from: 'release_rule t', site: 'none', order: 't.version' },
    columns:
      'version name test_code limits reason turned_on_at turned_on_by turned_off_at turned_off_by off_reason',
  },
  'instruments.csv': {
    about: 'Analysers and their settings',
    rows: { from: 'instrument t' },
    columns: `id name serial_number profile protocol way host port allowed encoding checksum acknowledged joins_records
      sample_at code_at
      control_pattern orders_since sends_patient folder csv tls state live_by version`,
  },
  'instrument-codes.csv': {
    about: 'Code mappings of analysers',
    rows: { from: 'instrument_code t', order: 't.site_id, t.instrument_id, t.code' },
    columns: 'instrument_id code analyte_code unit factor',
  },
  'instrument-events.csv': {
    about: 'Reagent lots, calibrations and services of analysers',
    rows: { from: 'instrument_event t' },
    columns: `id instrument_id kind at analyte_code lot stock_lot_id item expires_on due_on note noted_by noted_at struck_by struck_at
      struck_reason`,
  },
  'instrument-breakdowns.csv': {
    about: 'Breakdowns of analysers',
    rows: { from: 'instrument_breakdown t', at: 't.started_at' },
    columns: 'id instrument_id started_at fault reported_by reported_at ended_at repair ended_by',
  },
  'interface-verifications.csv': {
    about: 'Interface verifications of analysers',
    rows: { from: 'instrument_verification t' },
    columns: `id instrument_id started_by started_at signed_by signed_at mapping_digest pdf_sha256 abandoned_by abandoned_at
      abandoned_reason`,
  },
  'interface-comparisons.csv': {
    about: 'Values that analysers showed, compared with the values received',
    rows: {
      from: 'instrument_comparison t',
      order: 't.site_id, t.verification_id, t.message_id, t.position',
    },
    columns:
      'verification_id message_id position code shown_sample shown_value shown_unit entered_by entered_at',
  },
  'instrument-orders.csv': {
    about: 'Orders that were sent to analysers when a sample was received',
    rows: { from: 'instrument_order t', order: 't.site_id, t.instrument_id, t.task_id, t.repeat' },
    columns: 'instrument_id task_id repeat sample_id codes order_message_id cancel_message_id settled_at',
  },
  'measured-values.csv': {
    about: 'Values that analysers sent, with the outcome of matching',
    rows: { from: 'measured_value t', at: 't.measured_at' },
    columns: `id instrument_id message_id position sample code name value unit flags sent_time operator comment is_control
      is_missing measured_at state reason sample_id analyte_code number text decided_by decided_at decision`,
  },
  'control-materials.csv': {
    about: 'Control materials',
    rows: { from: 'control_material t', site: 'none' },
    columns: 'id name manufacturer created_at created_by',
  },
  'control-lots.csv': {
    about: 'Lots of control material',
    rows: { from: 'control_lot t' },
    columns: `id material_id number level expires_on created_at created_by opened_at opened_by closed_at closed_by
      closing_reason`,
  },
  'control-targets.csv': {
    about: 'What lots are expected to give',
    rows: { from: 'control_target t', order: 't.site_id, t.lot_id, t.analyte_code' },
    columns: 'lot_id analyte_code mean sd set_at set_by',
  },
  'control-runs.csv': {
    about: 'Runs of controls',
    rows: { from: 'control_run t', at: 't.began_at' },
    columns: 'id material_id instrument instrument_id began_at',
  },
  'control-values.csv': {
    about: 'Values of controls, also those that were struck out',
    rows: { from: 'control_value t', at: 't.measured_at' },
    columns: `id run_id instrument_id lot_id analyte_code value mean sd z rules measured_at measured_by struck_at struck_by
      struck_reason`,
  },
  'control-responsibilities.csv': {
    about: 'Who answered for controls that were out',
    rows: { from: 'control_responsibility t', at: 't.taken_at' },
    columns: 'id value_id rules text taken_at taken_by',
  },
})
