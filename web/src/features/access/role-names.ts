import type { Role } from '#contract/options.ts'

/** What people call the roles. */
export const roleNames: Readonly<Record<Role, string>> = {
  user: 'Patient',
  technician: 'Technician',
  admin: 'Manager',
}
