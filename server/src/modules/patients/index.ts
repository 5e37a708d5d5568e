/** Patients as one person each: found, read, joined where they were kept twice, and parted again. */
export { compareAllPatients } from './find-duplicates.ts'
export { patientRoutes } from './routes.ts'
