import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { translated } from '../../../../lib/translated.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { SearchIcon } from '../../../../ui/icons.tsx'
import { Key } from '../../../../ui/key.tsx'
import { useListedKeys } from '../../../../ui/listed-keys.ts'
import { SkeletonLines } from '../../../../ui/skeleton.tsx'
import type { Viewer } from '../entries.ts'

const load = () => import('./palette.tsx')
const Palette = lazy(() => load().then(({ Palette: default_ }) => ({ default: default_ })))

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

const key = isMac ? '⌘ K' : 'Ctrl K'
const keys = [{ name: key, words: t`Search everything`, everywhere: true }]

/** Opens the search over people, visits, samples, tests, settings and actions, as Ctrl+K (on a Mac, the command key) does. */
export function PaletteButton({ me }: { me: Viewer }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey || event.repeat) return
      // The browser has a use of its own for these keys.
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    window.addEventListener('keydown', heard)
    return () => window.removeEventListener('keydown', heard)
  }, [])
  useListedKeys(keys)
  const preload = () => void load()
  return (
    <>
      <Button
        className="gap-2 text-ink-soft max-xl:min-w-target max-xl:border-transparent max-xl:bg-transparent max-xl:px-0"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? t`Meta+K` : t`Control+K`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span className="max-xl:sr-only">
          <Trans>
            Search <Key name={key} />
          </Trans>
        </span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Search`}>
        <Suspense fallback={<SkeletonLines count={6} says={translated(messages.loading.any)} />}>
          <Palette me={me} onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}
