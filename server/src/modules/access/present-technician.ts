import { permissionNames } from '#contract/permissions.ts'
import { specialtyNames } from '#contract/specialties.ts'
import type { Technician, TechnicianProfile } from '#contract/technicians.ts'
import type { TechnicianRow } from './queries-technicians.ts'

/** In the order of the published list. */
const inOrder = (names: readonly string[]): string[] => specialtyNames.filter((name) => names.includes(name))

/** What managers see of somebody who works here, or is invited to. */
export function technicianOf(row: TechnicianRow): Technician {
  const specialties = inOrder(row.specialties)
  return {
    id: row.id,
    name: row.fullName,
    fullName: row.fullName,
    email: row.email,
    phone: row.phone,
    specialties,
    specialty: specialties.join(', '),
    status: row.status,
    permissions: permissionNames.filter((one) => row.permissions.includes(one)),
    sites: row.sites && [...row.sites],
    invitedUntil: row.invitedUntil?.toISOString() ?? null,
  }
}

/** What technicians see of themselves. */
export function technicianProfileOf({
  fullName,
  email,
  phone,
  specialties,
}: TechnicianRow): TechnicianProfile {
  return { fullName, email, phone, specialties: inOrder(specialties) }
}
