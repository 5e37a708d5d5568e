/** Minutes of the day as a clock shows them. */

export function sayMinute(minute: number): string {
  const whole = Math.round(minute)
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}

/** "8", "13:30": as people say full hours. */
export const sayShortly = (minute: number): string =>
  minute % 60 === 0 ? String(minute / 60) : sayMinute(minute)

/** `HH:mm` or `H` to a minute of the day, up to 24:00; null for anything else. */
export function readMinute(text: string): number | null {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?::(\d\d))?$/.exec(text) ?? []
  const at = Number(hours) * 60 + Number(minutes)
  return hours !== undefined && Number(minutes) < 60 && at <= 1440 ? at : null
}
