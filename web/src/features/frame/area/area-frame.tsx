import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Profile } from '#contract/access.ts'
import { isStaff } from '#contract/options.ts'
import { homes } from '../../../lib/role-home.ts'
import { Brand, Mark } from '../../../ui/brand.tsx'
import { Button } from '../../../ui/button.tsx'
import { MenuIcon } from '../../../ui/icons.tsx'
import { useMedia } from '../../../ui/use-media.ts'
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
  // A phone does not draw forty entries that it hides.
  const wide = useMedia('(min-width: 960px)')
  return (
    <div className="grid min-h-dvh grid-cols-[248px_minmax(0,1fr)] max-xl:grid-cols-1 print:block">
      {wide && (
        <aside className="border-e bg-card print:hidden">
          <div className="area-menu stack sticky top-0 h-dvh overflow-y-auto px-4 pt-3">
            <Link
              to={homes[me.role]}
              className="inline-flex min-h-12 items-center px-2 no-underline"
              aria-label={t`Phial, dashboard`}
            >
              <Brand />
            </Link>
            <AreaMenu me={me} onLogOut={onLogOut} />
          </div>
        </aside>
      )}
      <div className="stack min-w-0">
        <header className="flex min-h-18 w-full max-w-page items-center justify-between gap-4 px-6 max-xl:min-h-16 max-xl:gap-2 max-xl:border-b max-xl:bg-card max-xl:ps-2 max-xl:pe-4 print:hidden">
          <Button
            variant="plain"
            icon
            className="xl:hidden"
            aria-label={t`Menu`}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <MenuIcon size={24} />
          </Button>
          <Link to={homes[me.role]} className="tap xl:hidden" aria-label={t`Phial, dashboard`}>
            <Mark />
          </Link>
          <LaboratoryLine />
          <div className="ms-auto flex min-w-0 items-center gap-2">
            {isStaff(me.role) && (
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
        {/* Every screen of an area starts at the same left edge, whatever its width. Dialogs stay centred in the window. */}
        <main id="main" className="flex-1 [&>:where(:not(dialog))]:mx-0 [&>:where(:not(dialog))]:pt-4">
          {children}
        </main>
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} label={t`Menu`}>
        <AreaMenu me={me} onLogOut={onLogOut} onChoose={() => setOpen(false)} />
      </Drawer>
    </div>
  )
}
