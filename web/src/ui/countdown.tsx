import { useNow } from './use-now.ts'

/** The time that is left until an instant, in milliseconds, as `2:45 min`. */
export function Countdown({ until }: { until: number }) {
  const left = Math.max(0, Math.ceil((until - useNow(1000).getTime()) / 1000))
  const minutes = Math.floor(left / 60)
  return (
    <span className="figures" role="timer">
      {minutes}:{String(left % 60).padStart(2, '0')} min
    </span>
  )
}
