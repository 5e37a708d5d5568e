/** What the laboratory offers: tests and their panels, analytes and their reference intervals. */
export { addShipped } from './add-shipped.ts'
export { interpretationsOf, type Reflex, reflexTestsOf } from './interpret.ts'
export {
  flagOf,
  flagOfOption,
  isCritical,
  type Patient,
  type Range,
  rangeFor,
  rounded,
} from './interval.ts'
export { loadAnalytes } from './load-analytes.ts'
export { loadCatalogue } from './load-catalogue.ts'
export { analytesAmong, namedAnalytes } from './queries-analytes.ts'
export { type BenchTest, namesFor, readBenchTests, readTests, testsNotFor } from './queries-catalogue.ts'
export { interpretationsInForce } from './queries-comments.ts'
export { testsWithLoinc } from './queries-panels.ts'
export { catalogueRoutes } from './routes.ts'
export { shippedAnalyte } from './shipped-analyte.ts'
