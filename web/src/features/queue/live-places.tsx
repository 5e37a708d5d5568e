import { queueMineStream } from '#contract/queue.ts'
import type { MyEvent, MyState } from '#contract/queue-views.ts'
import { useStream } from '../../api/use-stream.ts'
import { PlaceCard } from './place-card.tsx'

const isLive: readonly string[] = ['waiting', 'called', 'serving']

/** A patient's places in the queue while they wait or are being seen; nothing otherwise. */
export function LivePlaces() {
  const { state } = useStream<MyState, MyEvent>(queueMineStream, undefined)
  return state?.places
    .filter(({ status }) => isLive.includes(status))
    .map((place) => <PlaceCard key={place.code} place={place} />)
}
