import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Profile } from '#contract/access.ts'
import { permissionFor } from '../../lib/sections.ts'
import {
  BarsIcon,
  BellIcon,
  BookIcon,
  CalendarIcon,
  ChairIcon,
  ChartIcon,
  CheckIcon,
  ClockIcon,
  DownloadIcon,
  EyeIcon,
  ForkIcon,
  GridIcon,
  HomeIcon,
  IdCardIcon,
  ListIcon,
  MailIcon,
  MicroscopeIcon,
  PlanIcon,
  SendIcon,
  SlidersIcon,
  TicketIcon,
  TubeIcon,
  UserIcon,
  UsersIcon,
} from '../../ui/icons.tsx'

export type Entry = {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: ComponentType<{ size?: number }>
  /** The area's first screen lies above all others: it is marked only when it is the one shown. */
  exact?: boolean
  /** Screens that belong to this entry without lying under its address, with all that lies under theirs. */
  also?: readonly string[]
}

/** The parts of the staff's menu, in their order. */
export const groupNames = ['Today', 'People', 'Laboratory', 'Understand', 'Records', 'Settings'] as const
export type GroupName = (typeof groupNames)[number]

/** Entries below a heading; a patient's few work entries need none. */
export type EntryGroup = { name: GroupName | null; entries: readonly Entry[] }

type Groups = Partial<Record<GroupName, readonly Entry[]>>

const profile: Entry = {
  to: '/profile',
  label: 'Profile',
  icon: UserIcon,
  also: ['/edit-profile', '/patient-dashboard/people', '/patient-dashboard/who-has-seen'],
}

const patientGroups: readonly EntryGroup[] = [
  {
    name: null,
    entries: [
      { to: '/patient-dashboard', label: 'Dashboard', icon: HomeIcon, exact: true },
      {
        to: '/patient-dashboard/appointments',
        label: 'Appointment',
        icon: CalendarIcon,
        also: ['appointment-page', 'view-appointment', 'edit-appointment'].map(
          (screen) => `/patient-dashboard/${screen}`,
        ),
      },
      {
        to: '/patient-dashboard/results',
        label: 'Results',
        icon: TubeIcon,
        also: ['/patient-dashboard/over-time'],
      },
      { to: '/patient-dashboard/queue', label: 'Queue', icon: TicketIcon },
    ],
  },
  {
    name: 'Settings',
    entries: [{ to: '/patient-dashboard/notifications', label: 'Notifications', icon: BellIcon }, profile],
  },
]

const groupsOfManagers: Groups = {
  Today: [
    { to: '/manager-dashboard', label: 'Dashboard', icon: HomeIcon, exact: true },
    {
      to: '/manager-dashboard/appointments',
      label: 'Appointments',
      icon: CalendarIcon,
      also: ['/appointments'],
    },
    { to: '/manager-dashboard/calendar', label: 'Calendar', icon: GridIcon },
    { to: '/manager-dashboard/floor', label: 'Floor', icon: PlanIcon, also: ['/desk'] },
    { to: '/release', label: 'Release', icon: CheckIcon, also: ['/tasks', '/sample', '/reports'] },
    { to: '/manager-dashboard/messages', label: 'Messages', icon: MailIcon },
  ],
  People: [
    {
      to: '/manager-dashboard/patients',
      label: 'Patients',
      icon: UsersIcon,
      also: ['/manager-dashboard/people'],
    },
    { to: '/manager-dashboard/technicians', label: 'Technicians', icon: MicroscopeIcon },
    { to: '/manager-dashboard/managers', label: 'Managers', icon: IdCardIcon },
  ],
  Laboratory: [
    { to: '/quality', label: 'Quality', icon: ChartIcon },
    { to: '/manager-dashboard/catalogue', label: 'Catalogue', icon: BookIcon },
  ],
  Understand: [
    { to: '/manager-dashboard/insights', label: 'Insights', icon: BarsIcon },
    { to: '/manager-dashboard/planner', label: 'Planner', icon: ForkIcon },
  ],
  Records: [
    { to: '/manager-dashboard/audit', label: 'Audit trail', icon: EyeIcon },
    { to: '/manager-dashboard/deliveries', label: 'Deliveries', icon: SendIcon },
    { to: '/manager-dashboard/import', label: 'Import and export', icon: DownloadIcon },
  ],
  Settings: [
    { to: '/manager-dashboard/settings', label: 'Laboratory', icon: SlidersIcon },
    { to: '/manager-dashboard/notifications', label: 'Notifications', icon: BellIcon },
    profile,
  ],
}

const groupsOfTechnicians: Groups = {
  Today: [
    {
      to: '/technician-dashboard',
      label: 'Dashboard',
      icon: HomeIcon,
      exact: true,
      also: ['/tasks', '/sample'],
    },
    { to: '/collect', label: 'Visits', icon: ChairIcon },
    { to: '/desk', label: 'Queue', icon: TicketIcon },
    { to: '/receive', label: 'Receive', icon: TubeIcon },
    { to: '/worklist', label: 'Worklists', icon: ListIcon },
    { to: '/release', label: 'Release', icon: CheckIcon, also: ['/reports'] },
  ],
  People: [{ to: '/shifts', label: 'Shifts', icon: ClockIcon }],
  Laboratory: [{ to: '/quality', label: 'Quality', icon: ChartIcon }],
  Settings: [
    { to: '/technician-dashboard/notifications', label: 'Notifications', icon: BellIcon },
    {
      to: '/profile-tech',
      label: 'Profile',
      icon: UserIcon,
      also: ['/edit-profile-tech', '/profile', '/edit-profile'],
    },
  ],
}

/**
 * What somebody's menu leads to: that of their role, and for technicians the parts of the manager's area that their
 * permissions open. Groups without an entry are left out.
 */
export function groupsFor({
  role,
  permissions,
}: Pick<Profile, 'role' | 'permissions'>): readonly EntryGroup[] {
  if (role === 'user') return patientGroups
  const mayOpen = ({ to }: Entry) => {
    const opens = permissionFor(to)
    return opens !== null && permissions.includes(opens)
  }
  return groupNames
    .map((name) => ({
      name,
      entries:
        role === 'admin'
          ? (groupsOfManagers[name] ?? [])
          : [...(groupsOfTechnicians[name] ?? []), ...(groupsOfManagers[name] ?? []).filter(mayOpen)],
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Whether the screen at this address belongs to an entry without lying under the entry's own address. */
export const belongsTo = ({ also }: Entry, pathname: string): boolean =>
  also?.some((screen) => isUnder(screen, pathname)) ?? false

/** Whether this entry leads to the screen at this address, or to what it lies under. */
export const leadsTo = (entry: Entry, pathname: string): boolean =>
  belongsTo(entry, pathname) || (entry.exact ? pathname === entry.to : isUnder(entry.to, pathname))

const isUnder = (screen: string, pathname: string): boolean =>
  pathname === screen || pathname.startsWith(`${screen}/`)
