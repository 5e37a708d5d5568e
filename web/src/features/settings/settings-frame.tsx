import { t } from '@lingui/core/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Screen } from '../../screen/screen.tsx'

const parts = [
  { to: '/manager-dashboard/settings', label: t`Laboratory`, exact: true },
  { to: '/manager-dashboard/settings/booking', label: t`Booking` },
  { to: '/manager-dashboard/settings/sites', label: t`Sites and chairs` },
  { to: '/manager-dashboard/settings/queue', label: t`Queue and desks` },
  { to: '/manager-dashboard/settings/closures', label: t`Closures` },
  { to: '/manager-dashboard/settings/reports', label: t`Reports` },
  { to: '/manager-dashboard/settings/referrers', label: t`Requesters` },
  { to: '/manager-dashboard/settings/messages', label: t`Messages` },
] as const

/** Around each part of the settings: the title and the way to the other parts. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const tabs = useRef<HTMLUListElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // On a phone the tabs are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: which tab is the chosen one depends on the path.
  useLayoutEffect(() => {
    const chosen = tabs.current?.querySelector('[aria-current="page"]')
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <Screen title={t`Settings`} about={t`Changes apply as soon as they are saved.`}>
      <nav aria-label={t`Settings`} className="mb-6 overflow-x-auto">
        <ul className="flex gap-1 border-b" ref={tabs}>
          {parts.map(({ to, label, ...part }) => (
            <li key={to}>
              <Link
                to={to}
                className="tab whitespace-nowrap px-4 focus-visible:-outline-offset-3 aria-[current=page]:text-vial"
                activeOptions={{ exact: 'exact' in part }}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Screen>
  )
}
