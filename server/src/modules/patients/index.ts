/** Patients as one person each: found, read, joined where they were kept twice, and parted again. */
export { compareAllPersons } from './find-duplicates.ts'
export { patientRoutes } from './routes.ts'
