import { type ParsedLocation, redirect } from '@tanstack/react-router'

/**
 * What a mailed link carries behind its #: no server and no log sees it. It is taken out of the address bar before the
 * screen appears, so that it stands in no history and over no shoulder, and is kept in memory for its screen.
 */
const taken = new Map<string, URLSearchParams>()

type Screen =
  | '/login'
  | '/otp'
  | '/reset-password'
  | '/confirm-email'
  | '/set-up'
  | '/shared'
  | '/result'
  | '/unsubscribe'
  | '/tech-page'

/** For a route's `beforeLoad`: takes the fragment and shows the same screen without it. */
export function takeFragment(screen: Exclude<Screen, '/tech-page'>, location: ParsedLocation): void {
  if (!keepFragment(screen, location)) return
  throw redirect({ to: screen, search: (before) => before, hash: '', replace: true })
}

/** Keeps the fragment in memory. Returns false if the address has no fragment. */
export function keepFragment(screen: Screen, { hash }: ParsedLocation): boolean {
  if (!hash.includes('=')) return false
  taken.set(screen, new URLSearchParams(hash))
  return true
}

/** One value of the fragment that the screen was opened with. */
export function fragmentValue(screen: Screen, name: string): string | null {
  return taken.get(screen)?.get(name) ?? null
}

/** Passes values to the next screen as if they came in a link's fragment. They are kept in memory only. */
export function handFragment(screen: Screen, values: Record<string, string>): void {
  taken.set(screen, new URLSearchParams(values))
}

/** What was used up is not offered again. */
export function dropFragment(screen: Screen): void {
  taken.delete(screen)
}
