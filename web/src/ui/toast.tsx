import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { ToastKind } from './toast-stack.tsx'

/**
 * Passing messages, top right, three seconds, Alt+T. The toasts' code is loaded with the first of them: no screen's
 * first visit pays for it.
 */
const load = () => import('./toast-stack.tsx')
const ToastStack = lazy(async () => ({ default: (await load()).ToastStack }))

let wanted = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear; once, at the root. */
export function Toasts() {
  const show = useSyncExternalStore(subscribe, () => wanted)
  return show ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null
}

/** Shows a message. `pending` stays until the returned function is called. */
export function toast(kind: ToastKind, text: string): () => void {
  wanted = true
  for (const listener of listeners) listener()
  const shown = load().then(async (stack) => {
    await stack.mounted
    return stack.show(kind, text)
  })
  // A toast whose code cannot be loaded is lost, its screen is not.
  shown.catch(() => {})
  return () => {
    shown.then((dismiss) => dismiss()).catch(() => {})
  }
}
