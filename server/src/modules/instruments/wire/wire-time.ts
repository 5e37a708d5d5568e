import { utcDay } from '#server/platform/clock.ts'

/** A time as instruments send it: YYYYMMDD, then optionally HH, MM and SS, then optionally an offset. */
export type WireTime = {
  /** YYYY-MM-DD */
  day: string
  /** Since midnight. */
  minute: number
  second: number
  /** Minutes east of UTC; null: local time. */
  offset: number | null
}

const pattern = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:\.\d+)?)?)?)?(?:([+-])(\d\d):?(\d\d))?$/

/** Returns null if the text is not an existing time. */
export function readWireTime(text: string): WireTime | null {
  const found = pattern.exec(
    text.replace(/[-:/ T](?=\d)/g, (mark, at) => (at < 11 || mark !== '-' ? '' : mark)),
  )
  if (!found) return null
  const [, year = '', month = '', date = '', hour = '00', minute = '00', second = '00', sign, east, part] =
    found
  const day = `${year}-${month}-${date}`
  const exists = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(exists.getTime()) || utcDay(exists) !== day) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const offset = sign ? (sign === '-' ? -1 : 1) * (Number(east) * 60 + Number(part)) : null
  return { day, minute: Number(hour) * 60 + Number(minute), second: Math.min(Number(second), 59), offset }
}

/** A time as it is sent, in UTC: YYYYMMDDHHMMSS. */
export const wireStamp = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14)
