import { exactly, sayDistance, sayWhen } from '../lib/times.ts'
import { useNow } from './use-now.ts'

/** An instant as people say it, "today 14:30, in 2 h"; exact on hover. */
export function When({ at, zone, distance = true }: { at: string; zone: string; distance?: boolean }) {
  const now = useNow()
  return (
    <time dateTime={at} title={exactly(at, zone)}>
      {sayWhen(at, zone, now)}
      {distance && `, ${sayDistance(at, now)}`}
    </time>
  )
}
