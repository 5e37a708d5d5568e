/**
 * The folders and files of screens that only staff open, and of their parts. Their texts are in the staff's catalogue, which
 * is loaded before the first of these screens is.
 */
export const staffOnly = [
  'api-clients/**/*',
  'audit/**/*',
  'backups/**/*',
  'booking/manager/**/*',
  'booking/{manage,staff,visit-history}*',
  'calendar/**/*',
  'clinics/**/*',
  'care/{carers,end-for-staff,grant-dialog,of-age}*',
  'catalogue/**/*',
  'contact/inbox/**/*',
  'frame/area/{keys-dialog,waiting}*',
  'frame/area/palette/**/*',
  'insights/**/*',
  'instruments/**/*',
  'laboratory/**/*',
  'microbiology/**/*',
  'money/**/*',
  'nonconformities/**/*',
  'notifications/{deliver,message-text,reminder}*',
  'orders/**/*',
  'patients/**/*',
  'planner/**/*',
  'quality/**/*',
  'queue/{choose-desk,current-ticket,desk-screen,floor,my-desk,recent-tickets,ticket-dialogs,ticket-given,waiting-list,walk-in}*',
  'results/{callbacks,entry,release}/**/*',
  'results/confidential/{care-panel,kit-fields,rapid-form,rapid-table}*',
  'results/report/{clinic-report-screen,correction-notice,handovers,person-trends,report-standing,staff-report}*',
  'settings/**/*',
  'shifts/**/*',
  'status/**/*',
  'stock/**/*',
  'downtime/**/*',
  'temperatures/**/*',
  'technicians/**/*',
  'transfer/**/*',
]
  .map((path) => `<rootDir>/web/src/features/${path}.{ts,tsx}`)
  .concat(
    '<rootDir>/web/src/screen/{account-field,attach-files,celsius-field,csv-button,figures-card,filter-bar,gender-field,identified-by,named-form,saved-views,site-field,tests-field}.tsx',
    '<rootDir>/web/src/screen/drafts/**/*.{ts,tsx}',
    '<rootDir>/web/src/screen/use-uploads.ts',
    '<rootDir>/web/src/lib/say-bytes.ts',
  )
