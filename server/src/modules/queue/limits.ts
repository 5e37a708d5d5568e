import type { Limit } from '#server/platform/limits.ts'

/**
 * A kiosk serves a whole waiting room from one address: 12 a minute, 120 at once. An attacker gets as many tries, but a reference has
 * 40 random bits: with a thousand visits a day, a day of guessing finds a visit with a probability of 1 in 60,000, and the surname is
 * still needed. Pass codes have 50 bits more.
 */
export const kioskTriesFromNetwork: Limit = { name: 'kiosk: network', burst: 120, perSeconds: 600 }
export const passCodesFromNetwork: Limit = { name: 'pass code: network', burst: 300, perSeconds: 600 }
