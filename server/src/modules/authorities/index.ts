/** Reports to health authorities: monthly figures for DHIS2, and notices of cases of notifiable diseases. */
export { addRule as addCaseRule } from './cases/keep-rules.ts'
export { noteCases } from './cases/note-cases.ts'
export { sendCaseNotices } from './cases/send-notices.ts'
export { addLine as addDhis2Line } from './dhis2/keep-lines.ts'
export {
  changeConnection as changeDhis2Connection,
  changeOrgUnit as changeDhis2OrgUnit,
  readSettings as readDhis2Settings,
} from './dhis2/keep-settings.ts'
export { sendToDhis2 } from './dhis2/send-figures.ts'
export { authorityRoutes } from './routes.ts'
