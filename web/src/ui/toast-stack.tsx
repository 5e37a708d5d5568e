import { ToastContainer, toast } from 'react-toastify/unstyled'
import './toast.css'
import type { ToastKind } from './toast.tsx'

export function ToastStack() {
  return <ToastContainer position="top-right" autoClose={3000} closeOnClick draggable={false} limit={4} />
}

/** Shows a message and gives the way to take it back. */
export function show(kind: ToastKind, text: string): () => void {
  const id =
    kind === 'pending'
      ? toast.loading(text)
      : toast(text, { type: kind, role: kind === 'error' ? 'alert' : 'status' })
  return () => toast.dismiss(id)
}
