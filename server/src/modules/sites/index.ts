/** Sites with their opening hours and chairs, the catalogue of tests, and the laboratory's settings. */
export { addTest } from './add-test.ts'
export { loadCatalogue } from './load-catalogue.ts'
export { type Interval, openOn } from './opening.ts'
export { forgetPlans, readPlan, rememberedPlan } from './plan.ts'
export {
  type BenchTest,
  isCurrentPlan,
  type Laboratory,
  type Plan,
  readBenchTests,
  readLaboratory as laboratorySettings,
  readSite,
  type Test,
} from './queries.ts'
export { advancePanel, readCatalogueTest, readCatalogueTests } from './queries-catalogue.ts'
export { firstExtra, makeExtraPlaces } from './queries-extra-places.ts'
export { printedLogo, replaceReleaseRules, writeControlHours } from './queries-settings.ts'
export { siteRoutes } from './routes.ts'
export { seesSite, siteFor } from './site-for.ts'
export { updateTest } from './update-test.ts'
export {
  addDays,
  clockAt,
  clockTime,
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
