import { t } from '@lingui/core/macro'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Brand } from '../../../ui/brand.tsx'
import { Button } from '../../../ui/button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'

/** A sheet from the side, on the browser's own modal dialog: focus stays inside and goes back to where it came from. */
export function Drawer({
  open,
  ...props
}: {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}) {
  return open ? <OpenDrawer {...props} /> : null
}

function OpenDrawer({
  onClose,
  label,
  children,
}: {
  onClose: () => void
  label: string
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the press beside it is for the pointer only.
    <dialog
      ref={ref}
      className="m-0 h-dvh max-h-none w-[min(304px,calc(100vw-48px))] border-e bg-card text-ink backdrop:bg-veil open:animate-slide"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="stack min-h-full gap-4 px-4 pt-2 pb-[max(var(--space-5),env(safe-area-inset-bottom))]">
        <header className="flex min-h-12 items-center justify-between ps-2">
          <Brand />
          <Button variant="plain" icon aria-label={t`Close menu`} onClick={onClose}>
            <CloseIcon />
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
