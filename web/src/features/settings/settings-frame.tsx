import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page, PageHeader } from '../../ui/page.tsx'
import css from './settings.module.css'

const parts = [
  { to: '/manager-dashboard/settings', label: 'Laboratory', exact: true },
  { to: '/manager-dashboard/settings/booking', label: 'Booking' },
  { to: '/manager-dashboard/settings/sites', label: 'Sites and chairs' },
  { to: '/manager-dashboard/settings/queue', label: 'Queue and desks' },
  { to: '/manager-dashboard/settings/closures', label: 'Closures' },
  { to: '/manager-dashboard/settings/reports', label: 'Reports' },
  { to: '/manager-dashboard/settings/messages', label: 'Messages' },
] as const

/** Where the tabs do not fit, those out of sight are reached by scrolling: the chosen one is not to be among them. */
function showChosen(list: HTMLUListElement | null): void {
  const chosen = list?.querySelector('[aria-current="page"]')
  chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Around each part of the settings: the title and the way to the other parts. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <PageHeader title="Settings" about="What is changed here counts from the moment it is saved." />
      <nav aria-label="Settings" className={css.tabs}>
        <ul className={css.tabList} ref={showChosen}>
          {parts.map(({ to, label, ...part }) => (
            <li key={to}>
              <Link to={to} className={css.tab} activeOptions={{ exact: 'exact' in part }}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Page>
  )
}
