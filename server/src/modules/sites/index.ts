/** Sites with their opening hours and chairs, and the laboratory's settings. */
export { changeSettings, versionOf } from './change-settings.ts'
export { type Interval, isoInterval, openOn, wholeDays } from './opening.ts'
export { forgetPlans, readPlan, rememberedPlan } from './plan.ts'
export { printablePicture } from './printable-picture.ts'
export {
  arePricesOn,
  isCurrentPlan,
  type Laboratory,
  type PackageName,
  type Plan,
  type ReportSettings,
  readCellCounts,
  readLaboratory as laboratorySettings,
  readReportSettings,
  readSite,
  type Site,
  type Test,
} from './queries.ts'
export { firstExtra, makeExtraPlaces } from './queries-extra-places.ts'
export { printedLogo, replaceReleaseRules, writeLaboratory } from './queries-settings.ts'
export { addPicture, listSignatories, readPictures } from './queries-signatories.ts'
export { siteRoutes } from './routes.ts'
export { seesSite, siteFor, siteOfNew } from './site-for.ts'
export { todayAt } from './today-at.ts'
export { visitsToComeAsked } from './while-booked.ts'
export {
  addDays,
  clockAt,
  clockTime,
  dayAt,
  daysBetween,
  firstInstantOfLocal,
  instantOf,
  instantsOfLocal,
  localAt,
  type Minute,
  minuteOf,
  weekdayNames,
  weekdayOf,
} from './zone.ts'
