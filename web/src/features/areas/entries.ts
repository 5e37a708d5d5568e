import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Profile } from '#contract/access.ts'
import type { Role } from '#contract/options.ts'
import { permissionFor } from '../../lib/sections.ts'
import {
  BarsIcon,
  BellIcon,
  BookIcon,
  CalendarIcon,
  ChartIcon,
  CheckIcon,
  ClockIcon,
  DownloadIcon,
  EyeIcon,
  GridIcon,
  HomeIcon,
  MailIcon,
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

/** What an area's sidebar leads to: the work, then the settings. */
export type Entries = { work: readonly Entry[]; settings: readonly Entry[] }

const profile: Entry = {
  to: '/profile',
  label: 'Profile',
  icon: UserIcon,
  also: ['/edit-profile', '/patient-dashboard/people', '/patient-dashboard/who-has-seen'],
}

const entriesOfRole: Readonly<Record<Role, Entries>> = {
  user: {
    work: [
      { to: '/patient-dashboard', label: 'Dashboard', icon: HomeIcon, exact: true },
      {
        to: '/patient-dashboard/appointments',
        label: 'Appointment',
        icon: CalendarIcon,
        also: ['appointment-page', 'view-appointment', 'edit-appointment'].map(
          (screen) => `/patient-dashboard/${screen}`,
        ),
      },
      { to: '/patient-dashboard/results', label: 'Results', icon: TubeIcon },
      { to: '/patient-dashboard/queue', label: 'Queue', icon: TicketIcon },
    ],
    settings: [{ to: '/patient-dashboard/notifications', label: 'Notifications', icon: BellIcon }, profile],
  },
  admin: {
    work: [
      { to: '/manager-dashboard', label: 'Dashboard', icon: HomeIcon, exact: true },
      { to: '/manager-dashboard/technicians', label: 'Technicians', icon: TubeIcon },
      {
        to: '/manager-dashboard/appointments',
        label: 'Appointments',
        icon: CalendarIcon,
        also: ['/appointments'],
      },
      { to: '/manager-dashboard/patients', label: 'Patients', icon: UsersIcon },
      { to: '/manager-dashboard/calendar', label: 'Calendar', icon: GridIcon },
      { to: '/manager-dashboard/floor', label: 'Floor', icon: TicketIcon, also: ['/desk'] },
      { to: '/release', label: 'Release', icon: CheckIcon, also: ['/tasks', '/sample', '/reports'] },
      { to: '/manager-dashboard/insights', label: 'Insights', icon: BarsIcon },
      { to: '/manager-dashboard/planner', label: 'Planner', icon: ClockIcon },
      { to: '/manager-dashboard/managers', label: 'Managers', icon: UserIcon },
      { to: '/quality', label: 'Quality', icon: ChartIcon },
      { to: '/manager-dashboard/catalogue', label: 'Catalogue', icon: BookIcon },
      { to: '/manager-dashboard/messages', label: 'Messages', icon: MailIcon },
      { to: '/manager-dashboard/audit', label: 'Audit trail', icon: EyeIcon },
      { to: '/manager-dashboard/deliveries', label: 'Deliveries', icon: BellIcon },
    ],
    settings: [
      profile,
      { to: '/manager-dashboard/notifications', label: 'Notifications', icon: BellIcon },
      { to: '/manager-dashboard/settings', label: 'Laboratory', icon: SlidersIcon },
      { to: '/manager-dashboard/import', label: 'Import and export', icon: DownloadIcon },
    ],
  },
  technician: {
    work: [
      {
        to: '/technician-dashboard',
        label: 'Dashboard',
        icon: HomeIcon,
        exact: true,
        also: ['/tasks', '/collect', '/sample', '/receive', '/worklist'],
      },
      { to: '/desk', label: 'Queue', icon: TicketIcon },
      { to: '/release', label: 'Release', icon: CheckIcon, also: ['/reports'] },
      { to: '/quality', label: 'Quality', icon: ChartIcon },
      { to: '/shifts', label: 'Shifts', icon: CalendarIcon },
    ],
    settings: [
      { to: '/technician-dashboard/notifications', label: 'Notifications', icon: BellIcon },
      {
        to: '/profile-tech',
        label: 'Profile',
        icon: UserIcon,
        also: ['/edit-profile-tech', '/profile', '/edit-profile'],
      },
    ],
  },
}

/** What somebody's sidebar leads to: that of their role, and for staff the parts of the manager's area that they may use. */
export function entriesFor({ role, permissions }: Pick<Profile, 'role' | 'permissions'>): Entries {
  const { work, settings } = entriesOfRole[role]
  if (role !== 'technician') return { work, settings }
  const open = ({ to }: Entry) => {
    const opens = permissionFor(to)
    return opens !== null && permissions.includes(opens)
  }
  const { admin } = entriesOfRole
  return {
    work: [...work, ...admin.work.filter(open)],
    settings: [...admin.settings.filter(open), ...settings],
  }
}
