import type { Permission } from '#contract/permissions.ts'

/** Which permission opens which part of the manager's area. What is not here is a manager's alone. */
const sections: readonly (readonly [address: string, opens: Permission])[] = [
  ['/manager-dashboard/floor', 'appointments'],
  ['/manager-dashboard/technicians', 'people'],
  ['/manager-dashboard/patients', 'patients'],
  ['/manager-dashboard/appointments', 'appointments'],
  ['/appointments', 'appointments'],
  ['/manager-dashboard/calendar', 'appointments'],
  ['/manager-dashboard/planner', 'appointments'],
  ['/manager-dashboard/catalogue', 'catalogue'],
  ['/manager-dashboard/messages', 'messages'],
  ['/manager-dashboard/deliveries', 'messages'],
  ['/manager-dashboard/insights', 'insights'],
  ['/manager-dashboard/audit', 'audit'],
  ['/manager-dashboard/settings', 'configure'],
  ['/manager-dashboard/transfer', 'transfer'],
]

/** What opens the screen at this address, beside being a manager; null: nothing does. */
export function permissionFor(pathname: string): Permission | null {
  const within = ([address]: readonly [string, Permission]) =>
    pathname === address || pathname.startsWith(`${address}/`)
  return sections.find(within)?.[1] ?? null
}

/** Whether any part of the manager's area is open to somebody with these. */
export const opensAny = (permissions: readonly Permission[]): boolean =>
  sections.some(([, opens]) => permissions.includes(opens))
