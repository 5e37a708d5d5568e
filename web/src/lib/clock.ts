/** The browser's clock has this one home, so that a test or a demonstration can stop it. */
export function now(): Date {
  return new Date()
}

/** Milliseconds since the epoch. */
export function nowMs(): number {
  return Date.now()
}
