import type { Role } from '#contract/options.ts'

/** Where each role's area begins. */
export const homes = {
  user: '/patient-dashboard',
  admin: '/manager-dashboard',
  technician: '/technician-dashboard',
  clinician: '/clinic',
} as const satisfies Record<Role, string>

export type Home = (typeof homes)[Role]

/** The area of a role as the server names it; null for a role that this version does not know. */
export function homeOf(role: string): Home | null {
  return Object.hasOwn(homes, role) ? homes[role as Role] : null
}

/** Where somebody goes after signing in: back to where they came from, unless that is another role's area. */
export function destination(role: Role, from: string | undefined): string {
  const home = homes[role]
  const inside = (area: string) =>
    from === area || from?.startsWith(`${area}/`) || from?.startsWith(`${area}?`)
  const elsewhere = Object.values(homes).some((area) => area !== home && inside(area))
  return from === undefined || elsewhere ? home : from
}
