import { ToastContainer, toast } from 'react-toastify/unstyled'
import './toast.css'

export function ToastStack() {
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
