import type { NavigateOptions } from '@tanstack/react-router'
import type { Profile } from '#contract/access.ts'
import { may, type Permission } from '#contract/permissions.ts'
import { groupsFor } from '../entries.ts'

/** What the palette leads to without asking the server. */
export type Destination = {
  label: string
  group: 'Actions' | 'Screens' | 'Settings'
  /** Other words that it is found by. */
  words?: string
  link: NavigateOptions
}

type Guarded = Destination & { permission?: Permission; managersOnly?: true }

const actions: readonly Guarded[] = [
  {
    label: 'Book a visit',
    group: 'Actions',
    words: 'new appointment for a patient',
    permission: 'appointments',
    link: { to: '/manager-dashboard/appointments/book' },
  },
  {
    label: 'Register a walk-in',
    group: 'Actions',
    words: 'new visit desk check in',
    link: { to: '/desk/walk-in', search: {} },
  },
  {
    label: 'Call the next patient',
    group: 'Actions',
    words: 'queue desk check in',
    link: { to: '/desk' },
  },
  {
    label: 'Check-in kiosk',
    group: 'Screens',
    words: 'self waiting room arrive',
    link: { to: '/kiosk', search: { site: undefined } },
  },
  {
    label: 'Waiting room board',
    group: 'Screens',
    words: 'waiting room display tickets',
    link: { to: '/board' },
  },
  { label: 'Collect samples', group: 'Actions', words: 'draw blood visits today', link: { to: '/collect' } },
  { label: 'Receive samples', group: 'Actions', words: 'tubes scan rack', link: { to: '/receive' } },
  {
    label: 'Print a worklist',
    group: 'Actions',
    words: 'start tests bench',
    link: { to: '/worklist', search: {} },
  },
  {
    label: 'Release results',
    group: 'Actions',
    words: 'review reports',
    link: { to: '/release', search: {} },
  },
  {
    label: 'Print the reports of a day',
    group: 'Actions',
    words: 'papers copies ward round clinic hand over',
    link: { to: '/release', search: { view: 'reports' } },
  },
  {
    label: 'Set up a control lot',
    group: 'Actions',
    words: 'quality material targets',
    permission: 'quality',
    link: { to: '/quality/set-up' },
  },
  {
    label: 'Invite a technician',
    group: 'Actions',
    words: 'new staff',
    permission: 'people',
    link: { to: '/manager-dashboard/technicians/invite' },
  },
  {
    label: 'Invite a manager',
    group: 'Actions',
    words: 'new staff',
    managersOnly: true,
    link: { to: '/manager-dashboard/managers' },
  },
  {
    label: 'Plan shifts',
    group: 'Actions',
    words: 'rota staff week',
    permission: 'people',
    link: { to: '/manager-dashboard/technicians/shifts' },
  },
  {
    label: 'Join duplicate records',
    group: 'Actions',
    words: 'duplicates same person merge',
    permission: 'patients',
    link: { to: '/manager-dashboard/patients/duplicates' },
  },
  {
    label: 'Close for a time',
    group: 'Actions',
    words: 'closure holiday',
    permission: 'configure',
    link: { to: '/manager-dashboard/settings/closures/new' },
  },
  {
    label: 'Add a test',
    group: 'Actions',
    words: 'new catalogue',
    permission: 'catalogue',
    link: { to: '/manager-dashboard/catalogue/add-test' },
  },
  {
    label: 'Add an analyte',
    group: 'Actions',
    words: 'new catalogue interval',
    permission: 'catalogue',
    link: { to: '/manager-dashboard/catalogue/add-analyte' },
  },
  {
    label: 'Confirm intervals',
    group: 'Actions',
    words: 'reference catalogue',
    permission: 'catalogue',
    link: { to: '/manager-dashboard/catalogue/confirm' },
  },
]

const laboratorySettings: readonly Guarded[] = (
  [
    ['Laboratory', 'name address phone email logo', '/manager-dashboard/settings'],
    ['Queue rules', 'desks calling no-show check-in walk-in room', '/manager-dashboard/settings/queue'],
    ['Booking rules', 'horizon cut-off hold step days ahead', '/manager-dashboard/settings/booking'],
    ['Opening hours', 'week days times closed', '/manager-dashboard/settings/sites'],
    ['Sites and chairs', 'branch time zone', '/manager-dashboard/settings/sites'],
    ['Closures', 'holidays closed days', '/manager-dashboard/settings/closures'],
    ['Report settings', 'result link slip sms release', '/manager-dashboard/settings/reports'],
    ['Texts of messages', 'mail sms languages reminders', '/manager-dashboard/settings/messages'],
  ] as const
).map(([label, words, to]) => ({ label, group: 'Settings', words, permission: 'configure', link: { to } }))

const otherSettings: readonly Guarded[] = [
  {
    label: 'Release policy',
    group: 'Settings',
    words: 'automatic release rules',
    permission: 'catalogue',
    link: { to: '/manager-dashboard/catalogue/policy' },
  },
]

/** All that the palette leads this person to: actions and settings within their permissions, and their menu. */
export function destinationsFor(me: Pick<Profile, 'role' | 'permissions'>): Destination[] {
  const isOpen = ({ permission, managersOnly }: Guarded) =>
    (!managersOnly || me.role === 'admin') && (permission === undefined || may(me, permission))
  const settings = [...laboratorySettings, ...otherSettings].filter(isOpen)
  const named = new Set(settings.map(({ label }) => label))
  const menu = groupsFor(me).flatMap(({ name, entries }) =>
    entries
      .filter(({ label }) => !named.has(label))
      .map(
        ({ label, to }): Destination => ({
          label,
          group: name === 'Settings' ? 'Settings' : 'Screens',
          link: { to },
        }),
      ),
  )
  return [...actions.filter(isOpen), ...menu, ...settings]
}

/**
 * The destinations in which every typed word begins a word. Those that the label alone answers come first; otherwise the
 * order is kept. All of them if nothing is typed.
 */
export function matching(all: readonly Destination[], typed: string): Destination[] {
  const sought = wordsOf(typed)
  const answers = (text: string) => {
    const words = wordsOf(text)
    return sought.every((begin) => words.some((word) => word.startsWith(begin)))
  }
  const byLabel = all.filter(({ label }) => answers(label))
  const byWords = all.filter((one) => !byLabel.includes(one) && answers(`${one.label} ${one.words ?? ''}`))
  return [...byLabel, ...byWords]
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
