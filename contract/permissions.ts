import { keysOf } from './keys-of.ts'
import type { Role } from './options.ts'

/**
 * Permissions of staff beyond the daily work of their role. Managers have all of them, a technician those granted,
 * patients none. The `permission` of a call names the one that it requires.
 */
export const permissions = {
  release: { label: 'Release results', about: 'Release and correct results and report critical values' },
  confidential: {
    label: 'See confidential tests',
    about: 'See the names and results of confidential tests of every specialty',
  },
  retract: { label: 'Withdraw results', about: 'Withdraw a result that was released' },
  quality: { label: 'Run quality control', about: 'Set up control materials, lots and their targets' },
  instruments: {
    label: 'Connect analysers',
    about: 'Set up analysers, map their codes and read their messages',
  },
  stock: {
    label: 'Manage stock',
    about: 'Add reagents, kits and tubes, and the quantity that each test uses',
  },
  nonconformities: {
    label: 'Manage nonconformities',
    about: 'Enter the cause and the corrective action of a nonconformity, and close it',
  },
  catalogue: {
    label: 'Manage the catalogue',
    about: 'Change tests, analytes and intervals, and turn automatic release on',
  },
  configure: {
    label: 'Configure the laboratory',
    about: 'Change sites, hours, chairs, closures, the queue and the texts of messages',
  },
  appointments: {
    label: 'Manage appointments',
    about: 'Use the calendar, move visits, overbook and plan the day',
  },
  patients: {
    label: 'Manage patients',
    about: 'List patients, read their history, join records of one person and open records to accounts',
  },
  people: {
    label: 'Manage staff',
    about: 'Invite, change and deactivate technicians, and plan their shifts',
  },
  messages: { label: 'Read messages', about: 'Answer contact messages and see what was sent' },
  insights: { label: 'See insights', about: 'Read the figures of the laboratory and its reports' },
  authorities: {
    label: 'Report to health authorities',
    about: 'Set up and send monthly figures and notices of cases',
  },
  audit: { label: 'Read the audit trail', about: 'Search who saw and changed what' },
  transfer: {
    label: 'Import and export',
    about: 'Import patients and appointments, and export everything',
  },
  payments: { label: 'Take payments', about: 'Open a till, take payments and give receipts' },
  discounts: {
    label: 'Give discounts and refunds',
    about: 'Reduce what a visit owes, reverse charges and refund payments',
  },
  prices: {
    label: 'Manage prices and accounts',
    about: 'Turn prices on, set them, and see what was taken and what is owed',
  },
} as const satisfies Readonly<Record<string, { label: string; about: string }>>

export type Permission = keyof typeof permissions
/** Not shown while the laboratory uses no prices. */
export const moneyPermissions: readonly Permission[] = ['payments', 'discounts', 'prices']
export const permissionNames = keysOf(permissions)

/** Permissions of a new technician, until a manager changes them. */
export const usualPermissions: readonly Permission[] = ['release']

/** Whether a caller has the permission: managers always, staff if it was granted, patients never. */
export function may(
  { role, permissions: given }: { role: Role; permissions: readonly Permission[] },
  permission: Permission,
): boolean {
  return role === 'admin' || (role === 'technician' && given.includes(permission))
}

/** The explanation for staff without the permission. */
export const whyNotPermitted = (permission: Permission): string =>
  `This asks for the permission “${permissions[permission].label}”. A manager can give it to you.`
