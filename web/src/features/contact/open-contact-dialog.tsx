import { t } from '@lingui/core/macro'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Dialog } from '../../ui/dialog.tsx'
import { ContactForm } from './contact-form.tsx'
import { Thanks } from './thanks.tsx'

/** Opens the contact form over a page that is no React application. */
export function openContactDialog(): void {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  root.render(
    // The landing page has no client for queries, which the form sends with.
    <QueryClientProvider client={new QueryClient()}>
      <ContactDialog
        onClosed={() => {
          root.unmount()
          place.remove()
        }}
      />
    </QueryClientProvider>,
  )
}

function ContactDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [sent, setSent] = useState(false)
  const close = () => {
    setOpen(false)
    onClosed()
  }
  return (
    <Dialog open={open} onClose={close} title={t`Contact Us`}>
      {sent ? <Thanks /> : <ContactForm onSent={() => setSent(true)} />}
    </Dialog>
  )
}
