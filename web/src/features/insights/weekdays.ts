/** From Monday on; the place of Sunday is 0 wherever a weekday is a number. */
export const weekdays = [
  { name: 'Monday', weekday: 1 },
  { name: 'Tuesday', weekday: 2 },
  { name: 'Wednesday', weekday: 3 },
  { name: 'Thursday', weekday: 4 },
  { name: 'Friday', weekday: 5 },
  { name: 'Saturday', weekday: 6 },
  { name: 'Sunday', weekday: 0 },
] as const

export const weekdayOptions = weekdays.map(({ name, weekday }) => ({ value: String(weekday), label: name }))
