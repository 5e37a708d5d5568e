/** On which day weeks begin on calendars; `locale`: as in the locale of the reader’s language. */
export const weekStarts = ['locale', 'monday', 'saturday', 'sunday'] as const
export type WeekStart = (typeof weekStarts)[number]

const numbers: Readonly<Record<Exclude<WeekStart, 'locale'>, number>> = { sunday: 0, monday: 1, saturday: 6 }

/** The weekday on which weeks begin, 0 = Sunday; `ofLocale` is that of the reader’s locale. */
export const firstWeekday = (choice: WeekStart, ofLocale: number): number =>
  choice === 'locale' ? ofLocale : numbers[choice]

/** The seven weekdays from the first of the week on, 0 = Sunday. */
export const weekdaysFrom = (first: number): number[] =>
  Array.from({ length: 7 }, (_, index) => (first + index) % 7)
