import { t } from '@lingui/core/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Profile } from '#contract/access.ts'
import { permissionFor } from '../../../lib/sections.ts'
import {
  AnalyserIcon,
  AuthorityIcon,
  BarsIcon,
  BellIcon,
  BookIcon,
  BoxIcon,
  CalendarIcon,
  ChairIcon,
  ChartIcon,
  CheckIcon,
  ClipboardIcon,
  ClockIcon,
  CoinsIcon,
  CoolBoxIcon,
  DownloadIcon,
  ExchangeIcon,
  EyeIcon,
  ForkIcon,
  GridIcon,
  HomeIcon,
  IdCardIcon,
  InfoIcon,
  ListIcon,
  LockIcon,
  MailIcon,
  MegaphoneIcon,
  MicroscopeIcon,
  OpenLockIcon,
  PaperIcon,
  PlanIcon,
  PlateIcon,
  PlugIcon,
  RackIcon,
  ReferIcon,
  SendIcon,
  SlidersIcon,
  StethoscopeIcon,
  TagIcon,
  ThermometerIcon,
  TicketIcon,
  TillIcon,
  TrashIcon,
  TubeIcon,
  UserIcon,
  UsersIcon,
  WarningIcon,
} from '../../../ui/icons.tsx'

export type Entry = {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: ComponentType<{ size?: number }>
  /** The area's first screen lies above all others: it is marked only when it is the one shown. */
  exact?: boolean
  /** Screens that belong to this entry without lying under its address, with all that lies under theirs. */
  also?: readonly string[]
  /** Shown only in a laboratory that uses prices. */
  priced?: true
  /** Shown only in a laboratory with clinicians of facilities. */
  clinics?: true
}

/** The parts of the staff's menu, in their order. */
const groupWords = {
  Today: t`Today`,
  People: t`People`,
  Laboratory: t`Laboratory`,
  Understand: t`Analytics`,
  Records: t`Records`,
  Settings: t`Settings`,
}
export type GroupName = keyof typeof groupWords
export const groupNames = Object.keys(groupWords) as readonly GroupName[]
export const sayGroup = (name: GroupName): string => groupWords[name]

/** Entries below a heading; a patient's few work entries need none. */
export type EntryGroup = { name: GroupName | null; entries: readonly Entry[] }

type Groups = Partial<Record<GroupName, readonly Entry[]>>

const profile: Entry = {
  to: '/profile',
  label: t`Profile`,
  icon: UserIcon,
  also: [
    '/edit-profile',
    '/security',
    '/apps',
    '/patient-dashboard/people',
    '/patient-dashboard/who-has-seen',
    '/patient-dashboard/privacy',
  ],
}

const patientGroups: readonly EntryGroup[] = [
  {
    name: null,
    entries: [
      { to: '/patient-dashboard', label: t`Dashboard`, icon: HomeIcon, exact: true },
      {
        to: '/patient-dashboard/appointments',
        label: t`Appointment`,
        icon: CalendarIcon,
        also: ['appointment-page', 'view-appointment', 'edit-appointment'].map(
          (screen) => `/patient-dashboard/${screen}`,
        ),
      },
      {
        to: '/patient-dashboard/results',
        label: t`Results`,
        icon: TubeIcon,
        also: ['/patient-dashboard/over-time'],
      },
      { to: '/patient-dashboard/queue', label: t`Queue`, icon: TicketIcon },
      { to: '/patient-dashboard/messages', label: t`Messages`, icon: MailIcon },
    ],
  },
  {
    name: 'Settings',
    entries: [{ to: '/patient-dashboard/notifications', label: t`Notifications`, icon: BellIcon }, profile],
  },
]

const clinicianGroups: readonly EntryGroup[] = [
  {
    name: null,
    entries: [
      {
        to: '/clinic',
        label: t`Orders`,
        icon: ListIcon,
        exact: true,
        also: ['/clinic/order', '/clinic/orders'],
      },
      { to: '/clinic/boxes', label: t`Boxes of samples`, icon: CoolBoxIcon },
    ],
  },
  {
    name: 'Settings',
    entries: [{ to: '/clinic/notifications', label: t`Notifications`, icon: BellIcon }, profile],
  },
]

/** What all staff have of the laboratory itself. */
const ofLaboratory: readonly Entry[] = [
  { to: '/cultures', label: t`Cultures`, icon: PlateIcon },
  { to: '/quality', label: t`Quality`, icon: ChartIcon },
  { to: '/analysers', label: t`Analysers`, icon: AnalyserIcon },
  { to: '/referrals', label: t`Referred tests`, icon: ReferIcon },
  { to: '/storage', label: t`Storage`, icon: RackIcon },
  { to: '/stock', label: t`Stock`, icon: BoxIcon },
  { to: '/temperatures', label: t`Temperatures`, icon: ThermometerIcon },
  { to: '/downtime', label: t`Downtime forms`, icon: PaperIcon },
  { to: '/nonconformities', label: t`Nonconformities`, icon: WarningIcon },
]

const groupsOfManagers: Groups = {
  Today: [
    { to: '/manager-dashboard', label: t`Dashboard`, icon: HomeIcon, exact: true },
    {
      to: '/manager-dashboard/appointments',
      label: t`Appointments`,
      icon: CalendarIcon,
      also: ['/appointments'],
    },
    { to: '/manager-dashboard/calendar', label: t`Calendar`, icon: GridIcon },
    { to: '/manager-dashboard/floor', label: t`Floor`, icon: PlanIcon, also: ['/desk'] },
    { to: '/expected-orders', label: t`Orders of clinics`, icon: ClipboardIcon, clinics: true },
    { to: '/boxes', label: t`Boxes of clinics`, icon: CoolBoxIcon, clinics: true },
    { to: '/release', label: t`Release`, icon: CheckIcon, also: ['/tasks', '/sample', '/reports'] },
    { to: '/till', label: t`Till`, icon: TillIcon, priced: true },
    { to: '/manager-dashboard/messages', label: t`Messages`, icon: MailIcon },
  ],
  People: [
    {
      to: '/manager-dashboard/patients',
      label: t`Patients`,
      icon: UsersIcon,
      also: ['/manager-dashboard/people'],
    },
    { to: '/manager-dashboard/technicians', label: t`Technicians`, icon: MicroscopeIcon },
    { to: '/manager-dashboard/managers', label: t`Managers`, icon: IdCardIcon },
    { to: '/manager-dashboard/clinics', label: t`Clinics`, icon: StethoscopeIcon },
  ],
  Laboratory: [
    ...ofLaboratory,
    { to: '/manager-dashboard/catalogue', label: t`Catalogue`, icon: BookIcon },
    { to: '/manager-dashboard/prices', label: t`Prices`, icon: TagIcon, priced: true },
  ],
  Understand: [
    { to: '/manager-dashboard/insights', label: t`Insights`, icon: BarsIcon },
    { to: '/manager-dashboard/take', label: t`Daily takings`, icon: CoinsIcon, priced: true },
    { to: '/manager-dashboard/planner', label: t`Planner`, icon: ForkIcon },
  ],
  Records: [
    { to: '/manager-dashboard/cases', label: t`Notifiable cases`, icon: MegaphoneIcon },
    { to: '/manager-dashboard/dhis2', label: t`Monthly figures`, icon: AuthorityIcon },
    { to: '/manager-dashboard/audit', label: t`Audit trail`, icon: EyeIcon },
    {
      to: '/manager-dashboard/emergency-access',
      label: t`Emergency access`,
      icon: OpenLockIcon,
      also: ['/emergency'],
    },
    { to: '/manager-dashboard/invoices', label: t`Invoices`, icon: TicketIcon, priced: true },
    { to: '/manager-dashboard/deliveries', label: t`Message log`, icon: SendIcon },
    { to: '/manager-dashboard/import', label: t`Import and export`, icon: DownloadIcon },
    { to: '/manager-dashboard/retention', label: t`Retention`, icon: ClockIcon },
    { to: '/manager-dashboard/legal-holds', label: t`Legal holds`, icon: LockIcon },
    { to: '/manager-dashboard/erasures', label: t`Erasure requests`, icon: TrashIcon },
  ],
  Settings: [
    { to: '/manager-dashboard/settings', label: t`Laboratory`, icon: SlidersIcon },
    { to: '/manager-dashboard/api-clients', label: t`API clients`, icon: PlugIcon },
    { to: '/manager-dashboard/hl7', label: t`HL7 connections`, icon: ExchangeIcon },
    { to: '/manager-dashboard/status', label: t`Server status`, icon: InfoIcon },
    { to: '/manager-dashboard/notifications', label: t`Notifications`, icon: BellIcon },
    profile,
  ],
}

const groupsOfTechnicians: Groups = {
  Today: [
    {
      to: '/technician-dashboard',
      label: t`Dashboard`,
      icon: HomeIcon,
      exact: true,
      also: ['/tasks', '/sample'],
    },
    { to: '/collect', label: t`Visits`, icon: ChairIcon },
    { to: '/desk', label: t`Queue`, icon: TicketIcon },
    { to: '/receive', label: t`Receive`, icon: TubeIcon },
    { to: '/expected-orders', label: t`Orders of clinics`, icon: ClipboardIcon, clinics: true },
    { to: '/boxes', label: t`Boxes of clinics`, icon: CoolBoxIcon, clinics: true },
    { to: '/worklist', label: t`Worklists`, icon: ListIcon },
    { to: '/release', label: t`Release`, icon: CheckIcon, also: ['/reports'] },
  ],
  People: [
    { to: '/shifts', label: t`Shifts`, icon: ClockIcon },
    { to: '/emergency', label: t`Emergency access`, icon: OpenLockIcon },
  ],
  Laboratory: ofLaboratory,
  Settings: [
    { to: '/technician-dashboard/notifications', label: t`Notifications`, icon: BellIcon },
    {
      to: '/profile-tech',
      label: t`Profile`,
      icon: UserIcon,
      also: ['/edit-profile-tech', '/profile', '/edit-profile'],
    },
  ],
}

/** Whose menu it is; `pricesOn`: whether the laboratory uses prices; `clinicsOn`: whether clinicians of facilities have accounts. */
export type Viewer = Pick<Profile, 'role' | 'permissions'> & { pricesOn?: boolean; clinicsOn?: boolean }

/**
 * What somebody's menu leads to: that of their role, and for technicians the parts of the manager's area that their
 * permissions open. Groups without an entry are left out.
 */
export function groupsFor({
  role,
  permissions,
  pricesOn = false,
  clinicsOn = false,
}: Viewer): readonly EntryGroup[] {
  if (role === 'user') return patientGroups
  if (role === 'clinician') return clinicianGroups
  const isShown = ({ priced, clinics }: Entry) => (pricesOn || !priced) && (clinicsOn || !clinics)
  const mayOpen = ({ to }: Entry) => {
    const opens = permissionFor(to)
    return opens !== null && permissions.includes(opens)
  }
  return groupNames
    .map((name) => ({
      name,
      entries: (role === 'admin'
        ? (groupsOfManagers[name] ?? [])
        : [...(groupsOfTechnicians[name] ?? []), ...(groupsOfManagers[name] ?? []).filter(mayOpen)]
      ).filter(isShown),
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
