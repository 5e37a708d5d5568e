/**
 * Milliseconds by which the laboratory's clock is ahead of the real time: 0, but in a demonstration, where it is always the
 * middle of a morning when it starts. The page says it for what is shown first, and then each answer of the server.
 */
let ahead = typeof document === 'undefined' ? 0 : saidByPage()

function saidByPage(): number {
  return Number(document.querySelector<HTMLMetaElement>('meta[name="clock-ahead"]')?.content ?? 0)
}

/** Takes over what an answer says of the laboratory's clock, if it does. */
export function followClock(saidAhead: string | null): void {
  if (saidAhead !== null) ahead = Number(saidAhead)
}

/** The browser's clock has this one home, so that a test or a demonstration can stop or move it. */
export function now(): Date {
  return new Date(nowMs())
}

/** What the laboratory's clock shows at a time of this device, such as that of a query's answer. Both in milliseconds. */
export function laboratoryTime(ofDevice: number): number {
  return ofDevice + ahead
}

/** Milliseconds since the epoch. */
export function nowMs(): number {
  return laboratoryTime(Date.now())
}
