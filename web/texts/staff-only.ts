/**
 * The folders and files of screens that only staff open, and of their parts. Their texts are in the staff's catalogue, which
 * is loaded before the first of these screens is.
 */
export const staffOnly = [
  'areas/{appointment,contact,export,key,list,manager,message,patients,people,replies,todays,visit,waiting}*',
  'areas/palette/**/*',
  'audit/**/*',
  'booking/{manage,patient-finder,staff,visit-history}*',
  'calendar/**/*',
  'care/{carers,end-for-staff,grant-dialog,of-age}*',
  'catalogue/**/*',
  'insights/**/*',
  'laboratory/**/*',
  'money/**/*',
  'notifications/{deliver,message-text,reminder}*',
  'orders/**/*',
  'patients/**/*',
  'planner/**/*',
  'quality/**/*',
  'queue/{choose-desk,current-ticket,desk-screen,floor,my-desk,recent-tickets,ticket-dialogs,waiting-list,walk-in}*',
  'results/{callbacks,entry,release}/**/*',
  'results/report/{correction-notice,handovers,person-trends,report-standing,staff-report}*',
  'settings/**/*',
  'shifts/**/*',
  'technicians/**/*',
  'transfer/**/*',
]
  .map((path) => `<rootDir>/web/src/features/${path}.{ts,tsx}`)
  .concat('<rootDir>/web/src/screen/{csv-button,filter-bar,saved-views}.tsx')
