import type { Limit } from '#server/platform/limits.ts'

/**
 * A kiosk serves a whole waiting room from one address: 12 a minute, 120 at once. A guesser gets as many, and a reference
 * has 40 random bits: with a thousand visits a day, a day of guessing hits one with a chance of 1 in 60,000, and then
 * still wants the surname. Pass codes are shown by phones as well, and have 50 bits more.
 */
export const kioskTriesFromNetwork: Limit = { name: 'kiosk: network', burst: 120, perSeconds: 600 }
export const passCodesFromNetwork: Limit = { name: 'pass code: network', burst: 300, perSeconds: 600 }
