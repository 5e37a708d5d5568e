import { t } from '@lingui/core/macro'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { keepFocusAfterDialog } from './focus-after-dialog.ts'
import { CloseIcon } from './icons.tsx'

type DialogProps = {
  open: boolean
  /** Escape, the cross or a press beside the dialog. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** A question that wants an answer has no cross and is not closed by a press beside it. */
  question?: boolean
}

/**
 * The browser's own modal dialog: it keeps the focus inside and gives it back. Its content exists only while open. It is a child of
 * the body: in a cell or a header it would have their styles.
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? createPortal(<OpenDialog {...props} />, document.body) : null
}

function OpenDialog({ onClose, title, children, question }: Omit<DialogProps, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it leaves the document, or the browser does not give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    // The browser focuses the first control, which is the cross. React's own autoFocus came too early: nothing was shown yet.
    const first =
      dialog?.querySelector<HTMLElement>('[data-first-focus]') ??
      dialog?.querySelector<HTMLElement>('form :is(input:not([type=hidden]), select, textarea):enabled')
    first?.focus()
    return () => {
      dialog?.close()
      // Only then has React also removed what goes together with the dialog.
      queueMicrotask(() => keepFocusAfterDialog(opener))
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the press beside it is for the pointer only.
    <dialog
      ref={ref}
      className="max-h-[calc(100dvh-32px)] w-[min(520px,calc(100vw-32px))] rounded-lg border bg-card text-ink shadow-lift backdrop:bg-veil open:animate-rise"
      aria-labelledby={titleId}
      role={question ? 'alertdialog' : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (!question && event.target === event.currentTarget) onClose()
      }}
    >
      <div className="p-6 max-sm:px-4 max-sm:py-5">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 className="text-xl" id={titleId}>
            {title}
          </h2>
          {!question && (
            <Button
              variant="plain"
              icon
              aria-label={t`Close`}
              className="ms-0 -me-3 -mt-2.5 mb-0 flex-none"
              onClick={onClose}
            >
              <CloseIcon />
            </Button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** The buttons of a dialog; the one that goes on last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap-reverse justify-end gap-3 has-[>span]:items-start max-sm:*:flex-[1_1_140px] max-sm:[&>span>.button]:w-full">
      {children}
    </div>
  )
}
