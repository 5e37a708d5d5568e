import { sayWeekday } from './times.ts'

const from = (weekday: number) => ({ weekday, name: sayWeekday(weekday) })

/** From Monday on; Sunday is 0 wherever a weekday is a number. */
export const weekdays = [from(1), from(2), from(3), from(4), from(5), from(6), from(0)] as const
