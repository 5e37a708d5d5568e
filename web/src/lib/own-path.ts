/** Screens that nobody is sent back to after signing in: they are the way in themselves. */
const wayIn =
  /^\/(login|phone-login|sign-up|phone-sign-up|otp|forgot-password|reset-password|set-up|not-authorized)(\/|$)/

/**
 * A return path as it stands in an address, if it is one of our own screens; undefined for everything else, so that a
 * link to our log-in page cannot send people on to somebody else's.
 */
export function ownPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/')) return undefined
  // Browsers read a backslash as a slash and leave out tabs and line ends: resolved, not compared.
  const origin = 'https://own.invalid'
  if (!URL.canParse(text, origin)) return undefined
  const url = new URL(text, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined
  if (wayIn.test(url.pathname) || url.pathname.startsWith('/api/') || url.pathname === '/') return undefined
  return url.pathname + url.search + url.hash
}
