import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { isStaff } from '#contract/options.ts'
import { foldedGroups, keepFoldedGroups } from '../../../api/session.ts'
import { classNames } from '../../../lib/class-names.ts'
import { ChevronDownIcon, LogOutIcon } from '../../../ui/icons.tsx'
import {
  belongsTo,
  type Entry,
  type EntryGroup,
  type GroupName,
  groupsFor,
  leadsTo,
  sayGroup,
  type Viewer,
} from './entries.ts'

/** The entries of a person's area, in the sidebar and in the drawer alike. */
export function AreaMenu({
  me,
  onLogOut,
  onChoose,
}: {
  me: Viewer
  onLogOut: () => Promise<void>
  onChoose?: () => void
}) {
  const [leaving, setLeaving] = useState(false)
  const { isFolded, fold } = useFolding()
  const menu = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked entry is another one on another screen.
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const logOut = () => {
    setLeaving(true)
    onLogOut().finally(() => setLeaving(false))
  }
  return (
    <nav ref={menu} className="stack flex-1 gap-(--menu-gap,var(--space-3))" aria-label={t`Area`}>
      {groupsFor(me).map((group) => (
        <Group
          key={group.name}
          group={group}
          onChoose={onChoose}
          // Six entries of a patient are seen at once.
          {...(isStaff(me.role) &&
            group.name && { folded: isFolded(group.name), onFold: () => group.name && fold(group.name) })}
        />
      ))}
      <button
        type="button"
        // The shadow covers the padding below, where entries would show while the menu scrolls.
        className={`${entryClass} sticky bottom-0 mt-auto flex-none bg-card text-ink-soft shadow-[0_var(--space-5)_var(--card)]`}
        onClick={logOut}
        disabled={leaving}
      >
        <LogOutIcon />
        <Trans>Logout</Trans>
      </button>
    </nav>
  )
}

const entryClass =
  'flex min-h-(--row,var(--target)) w-full scroll-mb-16 scroll-mt-10 items-center gap-3 rounded px-3 py-(--row-inside,var(--space-2)) text-start font-550 no-underline hover:bg-sunk hover:text-ink aria-[current=page]:bg-vial-soft aria-[current=page]:text-vial'

/** Which groups of the menu are folded; this browser remembers it. */
function useFolding() {
  const [folded, setFolded] = useState(foldedGroups)
  return {
    isFolded: (name: GroupName) => folded.includes(name),
    fold(name: GroupName) {
      const next = folded.includes(name) ? folded.filter((one) => one !== name) : [...folded, name]
      setFolded(next)
      keepFoldedGroups(next)
    },
  }
}

function Group({
  group: { name, entries },
  folded = false,
  onFold,
  onChoose,
}: {
  group: EntryGroup
  folded?: boolean
  /** Without it the group cannot be folded. */
  onFold?: () => void
  onChoose: (() => void) | undefined
}) {
  const headingId = useId()
  const listId = useId()
  const pathname = useLocation({ select: (location) => location.pathname })
  if (name === null) return <EntryList entries={entries} pathname={pathname} onChoose={onChoose} />
  return (
    <div>
      <h2
        className={classNames(
          'font-600 text-ink-soft text-s tracking-normal',
          !onFold && 'mb-(--heading-gap,var(--space-2)) px-3',
        )}
        id={headingId}
      >
        {onFold ? (
          <button
            type="button"
            className={classNames(
              'flex min-h-(--heading-row,var(--target)) w-full items-center justify-between rounded px-3 font-[inherit]',
              'hover:bg-sunk hover:text-ink',
              folded && entries.some((one) => leadsTo(one, pathname)) && 'text-vial',
            )}
            aria-expanded={!folded}
            aria-controls={listId}
            onClick={onFold}
          >
            {sayGroup(name)}
            <ChevronDownIcon
              size={16}
              className={classNames('transition-transform', folded && '-rotate-90')}
            />
          </button>
        ) : (
          sayGroup(name)
        )}
      </h2>
      <EntryList
        id={listId}
        entries={entries}
        pathname={pathname}
        labelledBy={headingId}
        hidden={folded}
        onChoose={onChoose}
      />
    </div>
  )
}

function EntryList({
  id,
  entries,
  pathname,
  labelledBy,
  hidden = false,
  onChoose,
}: {
  id?: string
  entries: readonly Entry[]
  pathname: string
  labelledBy?: string
  hidden?: boolean
  onChoose: (() => void) | undefined
}) {
  return (
    <ul id={id} className="stack gap-(--row-gap,var(--space-1))" aria-labelledby={labelledBy} hidden={hidden}>
      {entries.map((entry) => {
        const { to, label, icon: EntryIcon, exact = false } = entry
        const within = belongsTo(entry, pathname)
        return (
          <li key={to}>
            <Link
              to={to}
              className={classNames(entryClass, within ? 'bg-vial-soft text-vial' : 'text-ink-soft')}
              aria-current={within ? 'true' : undefined}
              activeOptions={{ exact }}
              onClick={() => onChoose?.()}
            >
              <EntryIcon />
              {label}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
