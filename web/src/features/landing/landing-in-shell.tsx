import { LandingPage } from './landing-page.tsx'
import '../../ui/style/all.css'

/** The landing page for a step made inside the shell, whose own sheet does not hold its utilities. */
export function LandingInShell() {
  return <LandingPage />
}
