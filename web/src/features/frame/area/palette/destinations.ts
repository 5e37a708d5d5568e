import { t } from '@lingui/core/macro'
import type { NavigateOptions } from '@tanstack/react-router'
import { may, type Permission } from '#contract/permissions.ts'
import { groupsFor, type Viewer } from '../entries.ts'

/** What the palette leads to without asking the server. */
export type Destination = {
  label: string
  group: 'Actions' | 'Screens' | 'Settings'
  /** Other words that it is found by. */
  words?: string
  link: NavigateOptions
}

export const groupNames: Readonly<Record<Destination['group'], string>> = {
  Actions: t`Actions`,
  Screens: t`Screens`,
  Settings: t`Settings`,
}

type Guarded = Destination & { permission?: Permission; managersOnly?: true; priced?: true }

const actions: readonly Guarded[] = [
  {
    label: t`Book a visit`,
    group: 'Actions',
    words: t`new appointment for a patient`,
    permission: 'appointments',
    link: { to: '/manager-dashboard/appointments/book' },
  },
  {
    label: t`Register a walk-in`,
    group: 'Actions',
    words: t`new visit desk check in`,
    link: { to: '/desk/walk-in', search: {} },
  },
  {
    label: t`Call the next patient`,
    group: 'Actions',
    words: t`queue desk check in`,
    link: { to: '/desk' },
  },
  {
    label: t`Check-in kiosk`,
    group: 'Screens',
    words: t`self waiting room arrive`,
    link: { to: '/kiosk', search: { site: undefined } },
  },
  {
    label: t`Waiting room board`,
    group: 'Screens',
    words: t`waiting room display tickets`,
    link: { to: '/board' },
  },
  {
    label: t`External quality assessment`,
    group: 'Screens',
    words: t`proficiency testing scheme round score`,
    link: { to: '/quality/external', search: {} },
  },
  {
    label: t`Collect samples`,
    group: 'Actions',
    words: t`draw blood visits today`,
    link: { to: '/collect' },
  },
  { label: t`Receive samples`, group: 'Actions', words: t`tubes scan rack`, link: { to: '/receive' } },
  {
    label: t`Print a worklist`,
    group: 'Actions',
    words: t`start tests bench`,
    link: { to: '/worklist', search: {} },
  },
  {
    label: t`Release results`,
    group: 'Actions',
    words: t`review reports`,
    link: { to: '/release', search: {} },
  },
  {
    label: t`Print the reports of a day`,
    group: 'Actions',
    words: t`papers copies ward round clinic hand over`,
    link: { to: '/release', search: { view: 'reports' } },
  },
  {
    label: t`Set up a control lot`,
    group: 'Actions',
    words: t`quality material targets`,
    permission: 'quality',
    link: { to: '/quality/set-up' },
  },
  {
    label: t`Held values of analysers`,
    group: 'Screens',
    words: t`instrument interface unmatched results`,
    link: { to: '/analysers/held' },
  },
  {
    label: t`Invite a technician`,
    group: 'Actions',
    words: t`new staff`,
    permission: 'people',
    link: { to: '/manager-dashboard/technicians/invite' },
  },
  {
    label: t`Invite a manager`,
    group: 'Actions',
    words: t`new staff`,
    managersOnly: true,
    link: { to: '/manager-dashboard/managers' },
  },
  {
    label: t`Plan shifts`,
    group: 'Actions',
    words: t`rota staff week`,
    permission: 'people',
    link: { to: '/manager-dashboard/technicians/shifts' },
  },
  {
    label: t`Join duplicate records`,
    group: 'Actions',
    words: t`duplicates same person merge`,
    permission: 'patients',
    link: { to: '/manager-dashboard/patients/duplicates' },
  },
  {
    label: t`Close temporarily`,
    group: 'Actions',
    words: t`closure holiday`,
    permission: 'configure',
    link: { to: '/manager-dashboard/settings/closures/new' },
  },
  {
    label: t`Add a test`,
    group: 'Actions',
    words: t`new catalogue`,
    permission: 'catalogue',
    link: { to: '/manager-dashboard/catalogue/add-test' },
  },
  {
    label: t`Add an analyte`,
    group: 'Actions',
    words: t`new catalogue interval`,
    permission: 'catalogue',
    link: { to: '/manager-dashboard/catalogue/add-analyte' },
  },
  {
    label: t`Take a payment`,
    group: 'Actions',
    words: t`till cash receipt mobile money`,
    permission: 'payments',
    priced: true,
    link: { to: '/till' },
  },
  {
    label: t`Confirm intervals`,
    group: 'Actions',
    words: t`reference catalogue`,
    permission: 'catalogue',
    link: { to: '/manager-dashboard/catalogue/confirm' },
  },
]

const laboratorySettings: readonly Guarded[] = (
  [
    [t`Laboratory`, t`name address phone email logo`, '/manager-dashboard/settings'],
    [t`Queue rules`, t`desks calling no-show check-in walk-in room`, '/manager-dashboard/settings/queue'],
    [t`Booking rules`, t`horizon cut-off hold step days ahead`, '/manager-dashboard/settings/booking'],
    [t`Opening hours`, t`week days times closed`, '/manager-dashboard/settings/sites'],
    [t`Sites and chairs`, t`branch time zone`, '/manager-dashboard/settings/sites'],
    [t`Closures`, t`holidays closed days`, '/manager-dashboard/settings/closures'],
    [t`Report settings`, t`result link slip sms release`, '/manager-dashboard/settings/reports'],
    [
      t`Requesters`,
      t`doctors clinics hospitals companies facilities`,
      '/manager-dashboard/settings/referrers',
    ],
    [t`Message texts`, t`mail sms languages reminders`, '/manager-dashboard/settings/messages'],
  ] as const
).map(([label, words, to]) => ({ label, group: 'Settings', words, permission: 'configure', link: { to } }))

const otherSettings: readonly Guarded[] = [
  {
    label: t`Prices`,
    group: 'Settings',
    words: t`currency tax insurers payments hold`,
    permission: 'prices',
    link: { to: '/manager-dashboard/prices' },
  },
  {
    label: t`Release policy`,
    group: 'Settings',
    words: t`automatic release rules`,
    permission: 'catalogue',
    link: { to: '/manager-dashboard/catalogue/policy' },
  },
]

/** All that the palette leads this person to: actions and settings within their permissions, and their menu. */
export function destinationsFor(me: Viewer): Destination[] {
  const isOpen = ({ permission, managersOnly, priced }: Guarded) =>
    (!priced || me.pricesOn === true) &&
    (!managersOnly || me.role === 'admin') &&
    (permission === undefined || may(me, permission))
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
