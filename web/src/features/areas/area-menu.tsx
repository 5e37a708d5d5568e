import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Profile } from '#contract/access.ts'
import { classNames } from '../../lib/class-names.ts'
import { LogOutIcon } from '../../ui/icons.tsx'
import css from './area-menu.module.css'
import { type Entry, entriesFor } from './entries.ts'

/** The entries of a person's area, in the sidebar and in the drawer alike. */
export function AreaMenu({
  me,
  onLogOut,
  onChoose,
}: {
  me: Pick<Profile, 'role' | 'permissions'>
  onLogOut: () => Promise<void>
  onChoose?: () => void
}) {
  const settingsId = useId()
  const [leaving, setLeaving] = useState(false)
  const { work, settings } = entriesFor(me)
  const logOut = () => {
    setLeaving(true)
    onLogOut().finally(() => setLeaving(false))
  }
  return (
    <nav className={css.menu} aria-label="Area">
      <EntryList entries={work} onChoose={onChoose} />
      <div>
        <h2 className={css.heading} id={settingsId}>
          Settings
        </h2>
        <EntryList entries={settings} labelledBy={settingsId} onChoose={onChoose} />
      </div>
      <button type="button" className={css.logout} onClick={logOut} disabled={leaving}>
        <LogOutIcon />
        Logout
      </button>
    </nav>
  )
}

function EntryList({
  entries,
  labelledBy,
  onChoose,
}: {
  entries: readonly Entry[]
  labelledBy?: string
  onChoose: (() => void) | undefined
}) {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <ul className={css.list} aria-labelledby={labelledBy}>
      {entries.map(({ to, label, icon: EntryIcon, exact = false, also }) => (
        <li key={to}>
          <Link
            to={to}
            className={classNames(css.entry, isWithin(also, pathname) && css.within)}
            aria-current={isWithin(also, pathname) ? 'true' : undefined}
            activeOptions={{ exact }}
            onClick={() => onChoose?.()}
          >
            <EntryIcon />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const isWithin = (also: readonly string[] | undefined, pathname: string): boolean =>
  also?.some((screen) => pathname === screen || pathname.startsWith(`${screen}/`)) ?? false
