import type { Test } from './plan.ts'
import type { Patient } from './visits.ts'

/** One test on one sample. `share` places its work among all of its kind, as drawn for this visit. */
export type Task = { patient: Patient; sample: number; test: Test; open: { left: number }; share: number }
