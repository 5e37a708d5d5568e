import { sql } from 'kysely'
import type { Within } from './kind.ts'

export type FacilityRow = { id: string; name: string; ended: boolean }

/** All facilities; for a client of a facility, only this facility. */
export const facilityRows = ({ facilityId }: Within) => sql<FacilityRow>`
  select f.id, f.name, f.ended from facility f where ${facilityId === null ? sql`true` : sql`f.id = ${facilityId}::uuid`}`

/** Condition on facilities and referrers: whether they are still offered is this code. */
export const isActive = (code: string) =>
  sql<boolean>`(case when r.ended then 'false' else 'true' end) = ${code}`
