import { firstWeekday as firstOf, type WeekStart, weekdaysFrom } from '#contract/week-start.ts'
import { documentLocale } from './locale.ts'
import { addDays, sayWeekday, weekdayOf } from './times.ts'

/** The weekday on which weeks begin, 0 = Sunday: the laboratory’s choice, or that of the document’s locale. */
export const firstWeekday = (choice: WeekStart = 'locale'): number => firstOf(choice, firstOfLocale())

/** Monday in browsers that do not know it. */
function firstOfLocale(): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(documentLocale())
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7
}

/** The first day of the week of a day. */
export const weekOf = (day: string, first: number): string =>
  addDays(day, -((weekdayOf(day) - first + 7) % 7))

/** The weekdays in the order of a week with their names; Sunday is 0 wherever a weekday is a number. */
export const namedWeekdays = (first: number) =>
  weekdaysFrom(first).map((weekday) => ({ weekday, name: sayWeekday(weekday) }))
