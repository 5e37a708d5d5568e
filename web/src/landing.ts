import './ui/style/landing.css'
import { enhanceLanding } from './features/landing/enhance.ts'

// The markup is in the document already: of its components only the styles are needed, not the code.
import.meta.glob('./features/landing/*.module.css', { eager: true })

enhanceLanding(document, openContact, new AbortController().signal)

/** The contact form, and React with it, are loaded when they are asked for. */
async function openContact(): Promise<void> {
  try {
    const { openContactDialog } = await import('./features/contact/open-contact-dialog.tsx')
    openContactDialog()
  } catch {
    // The form's own page may still be reachable, or say why not.
    location.assign('/contact')
  }
}
