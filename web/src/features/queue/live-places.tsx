import { queueMineStream } from '#contract/queue.ts'
import type { MyEvent, MyState } from '#contract/queue-views.ts'
import { useStream } from '../../api/use-stream.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PlaceCard } from './place-card.tsx'

const isLive: readonly string[] = ['waiting', 'called', 'serving']

/** The places in the queue of a patient who has arrived, while they wait or are being seen; nothing otherwise. */
export function LivePlaces() {
  const { state, link } = useStream<MyState, MyEvent>(queueMineStream, undefined)
  if (state === null && link !== 'lost') {
    return (
      <Card className="min-h-[328px]" aria-hidden="true">
        <Skeleton height="280px" />
      </Card>
    )
  }
  return state?.places
    .filter(({ status }) => isLive.includes(status))
    .map((place) => <PlaceCard key={place.code} place={place} />)
}
