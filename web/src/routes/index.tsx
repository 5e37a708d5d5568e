import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openContactDialog } from '../features/contact/open-contact-dialog.tsx'
import { enhanceLanding } from '../features/landing/enhance.ts'
import { LandingInShell } from '../features/landing/landing-in-shell.tsx'

/** The server answers `/` with the prerendered document; this is the same page for a step made inside the shell. */
export const Route = createFileRoute('/')({
  staticData: { title: t`Book a laboratory visit` },
  component: Landing,
})

function Landing() {
  useEffect(() => {
    const stop = new AbortController()
    enhanceLanding(document, openContactDialog, stop.signal)
    return () => stop.abort()
  }, [])
  return <LandingInShell />
}
