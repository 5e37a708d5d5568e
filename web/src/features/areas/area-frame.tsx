import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Profile } from '#contract/access.ts'
import { homes } from '../../lib/role-home.ts'
import { Brand, Mark } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { MenuIcon } from '../../ui/icons.tsx'
import css from './area-frame.module.css'
import { AreaMenu } from './area-menu.tsx'
import { Drawer } from './drawer.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { LaboratoryLine } from './laboratory-line.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { PersonButton } from './person-button.tsx'

/**
 * Around every screen of somebody signed in: sidebar, header, content. Under 960 px the sidebar becomes a drawer behind
 * the menu button, the same for each role however many entries it has.
 */
export function AreaFrame({
  me,
  bell,
  alarm,
  onOpenProfile,
  onLogOut,
  children,
}: {
  me: Profile
  /** What there is to hear, beside who hears it. */
  bell: ReactNode
  /** Urgent content, shown above every screen of the area. */
  alarm: ReactNode
  onOpenProfile: () => void
  onLogOut: () => Promise<void>
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <div className={css.frame}>
      <aside className={css.sidebar}>
        <div className={css.inside}>
          <Link to={homes[me.role]} className={css.brand} aria-label="Phial, dashboard">
            <Brand />
          </Link>
          <AreaMenu me={me} onLogOut={onLogOut} />
        </div>
      </aside>
      <div className={css.column}>
        <header className={css.header}>
          <Button
            variant="plain"
            icon
            className={css.menuButton}
            aria-label="Menu"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <MenuIcon size={24} />
          </Button>
          <Link to={homes[me.role]} className={css.mark} aria-label="Phial, dashboard">
            <Mark />
          </Link>
          <LaboratoryLine />
          <div className={css.person}>
            {me.role !== 'user' && (
              <>
                <PaletteButton me={me} />
                <KeysDialog />
              </>
            )}
            {bell}
            <PersonButton name={me.fullName} onClick={onOpenProfile} />
          </div>
        </header>
        {alarm}
        <main id="main" className={css.main}>
          {children}
        </main>
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} label="Menu">
        <AreaMenu me={me} onLogOut={onLogOut} onChoose={() => setOpen(false)} />
      </Drawer>
    </div>
  )
}
