export type TimeLeft = { late: boolean; text: string }

/** The time left until an instant, to the second below an hour: "24:05 left", "1 h 10 min left", "2 min overdue". */
export function timeLeft(dueAt: string, now: Date): TimeLeft {
  const seconds = Math.ceil((Date.parse(dueAt) - now.getTime()) / 1000)
  if (seconds <= 0) return { late: true, text: `${inMinutes(Math.trunc(-seconds / 60))} overdue` }
  if (seconds >= 3600) return { late: false, text: `${inMinutes(Math.trunc(seconds / 60))} left` }
  const rest = String(seconds % 60).padStart(2, '0')
  return { late: false, text: `${Math.trunc(seconds / 60)}:${rest} left` }
}

function inMinutes(minutes: number): string {
  const [hours, rest] = [Math.trunc(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
