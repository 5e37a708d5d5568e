import { declareSheets } from './sheet.ts'

/** Sheets of an export: microbiology. */
export const microbiologySheets = declareSheets({
  'organisms.csv': {
    about: 'Organisms that cultures grow',
    rows: { from: 'organism t', site: 'none', order: 't.code' },
    columns: 'code name organism_group whonet_code ended_at version',
  },
  'antibiotics.csv': {
    about: 'Antibiotics',
    rows: { from: 'antibiotic t', site: 'none', order: 't.code' },
    columns: 'code name class ended_at version',
  },
  'antibiotic-panels.csv': {
    about: 'Antibiotics that are tested for a group of organisms',
    rows: { from: 'antibiotic_panel t', site: 'none', order: 't.organism_group' },
    columns: 'organism_group rows version',
  },
  'breakpoint-tables.csv': {
    about: 'Versions of the breakpoint table, with their sources',
    rows: { from: 'breakpoint_table t', site: 'none', order: 't.version' },
    columns: 'version source year notation note added_by added_at',
  },
  'breakpoints.csv': {
    about: 'Breakpoints of each version',
    rows: { from: 'breakpoint t', site: 'none', order: 't.table_version, t.line' },
    columns: 'table_version line applies_to antibiotic_code specimen method disk susceptible resistant',
  },
  'expert-rules.csv': {
    about: 'Expert rules of antibiograms',
    rows: { from: 'expert_rule t', site: 'none', order: 't.code' },
    columns: 'code applies_to when_antibiotic when_category then_antibiotics about is_on version',
  },
  'culture-tests.csv': {
    about: 'Tests that are cultures',
    rows: { from: 'culture_test t', site: 'none', order: 't.test_code' },
    columns: 'test_code specimen final_day version',
  },
  'cultures.csv': {
    about: 'Cultures',
    rows: { from: 'culture t', at: 't.read_at', order: 't.site_id, t.task_id' },
    columns: 'task_id inoculated_at stage read_at read_by interim_since',
  },
  'isolates.csv': {
    about: 'Isolates of cultures',
    rows: { from: 'isolate t', order: 't.site_id, t.task_id, t.number' },
    columns: 'task_id number organism_code amount comment',
  },
  'susceptibilities.csv': {
    about: 'Antibiograms of isolates, also what reports do not show',
    rows: { from: 'susceptibility t', order: 't.site_id, t.task_id, t.number, t.position' },
    columns: `task_id number antibiotic_code position method comparator value category origin table_version line rule_code shown
      shown_by_hand`,
  },
})
