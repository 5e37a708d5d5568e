import type { Permission } from '#contract/permissions.ts'

/** Which permission opens which part of the manager's area. What is not here is a manager's alone. */
const sections = [
  ['/manager-dashboard/floor', 'appointments'],
  ['/manager-dashboard/technicians', 'people'],
  ['/manager-dashboard/patients', 'patients'],
  ['/manager-dashboard/appointments', 'appointments'],
  ['/manager-dashboard/calendar', 'appointments'],
  ['/manager-dashboard/planner', 'appointments'],
  ['/manager-dashboard/catalogue', 'catalogue'],
  ['/manager-dashboard/messages', 'messages'],
  ['/manager-dashboard/deliveries', 'messages'],
  ['/manager-dashboard/insights', 'insights'],
  ['/manager-dashboard/dhis2', 'authorities'],
  ['/manager-dashboard/cases', 'authorities'],
  ['/manager-dashboard/audit', 'audit'],
  ['/manager-dashboard/settings', 'configure'],
  ['/manager-dashboard/import', 'transfer'],
  ['/manager-dashboard/prices', 'prices'],
  ['/manager-dashboard/take', 'prices'],
  ['/manager-dashboard/invoices', 'prices'],
] as const satisfies readonly (readonly [address: string, opens: Permission])[]

/** Screens that belong to a part, and begin none. */
const beside: readonly (readonly [address: string, opens: Permission])[] = [
  ['/appointments', 'appointments'],
  ['/manager-dashboard/people', 'patients'],
  ['/till', 'payments'],
]

/** What opens the screen at this address, beside being a manager; null: nothing does. */
export function permissionFor(pathname: string): Permission | null {
  const within = ([address]: readonly [string, Permission]) =>
    pathname === address || pathname.startsWith(`${address}/`)
  return [...sections, ...beside].find(within)?.[1] ?? null
}

/** The first part of the manager's area that is open to somebody with these; null: none is. */
export const firstOpen = (permissions: readonly Permission[]) =>
  sections.find(([, opens]) => permissions.includes(opens))?.[0] ?? null
