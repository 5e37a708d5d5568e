import './ui/style/landing.css'
import { enhanceLanding } from './features/landing/enhance.ts'

enhanceLanding(document, openContact, new AbortController().signal)

/** The texts of the contact form: this document's own stand in itself. */
const words: Readonly<Record<string, () => Promise<unknown>>> = {
  fr: () => import('./words/fr.ts'),
  tw: () => import('./words/tw.ts'),
}

/** The contact form, and React with it, are loaded when they are asked for. Its modules hold texts: those come before. */
async function openContact(): Promise<void> {
  try {
    await words[document.documentElement.lang]?.()
    const [{ openContactDialog }] = await Promise.all([
      import('./features/contact/open-contact-dialog.tsx'),
      import('./ui/style/contact.css'),
    ])
    openContactDialog()
  } catch {
    // The form's own page may still be reachable, or say why not.
    location.assign('/contact')
  }
}
