import { useEffect } from 'react'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import './toast.css'

let noteMounted: () => void
/** Resolves once the container stays mounted: React mounts it twice in development, and a toast sent earlier is lost. */
export const mounted = new Promise<void>((resolve) => {
  noteMounted = resolve
})

export function ToastStack() {
  useEffect(() => noteMounted(), [])
  return <ToastContainer position="top-right" autoClose={3000} closeOnClick draggable={false} limit={4} />
}

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'pending'

/** Shows a message and gives the way to take it back. */
export function show(kind: ToastKind, text: string): () => void {
  const id =
    kind === 'pending'
      ? toast.loading(text)
      : toast(text, { type: kind, role: kind === 'error' ? 'alert' : 'status' })
  return () => toast.dismiss(id)
}
