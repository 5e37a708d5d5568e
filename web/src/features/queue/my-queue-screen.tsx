import { t } from '@lingui/core/macro'
import { queueMineStream } from '#contract/queue.ts'
import type { MyEvent, MyState } from '#contract/queue-views.ts'
import { useStream } from '../../api/use-stream.ts'
import { Screen } from '../../screen/screen.tsx'
import { Places } from './places.tsx'

/** A patient's own places in the queue, live. */
export function MyQueueScreen() {
  return (
    <Screen measure="narrow" title={t`Queue`} about={t`Your number, who goes first, and how long it takes.`}>
      <Places streamed={useStream<MyState, MyEvent>(queueMineStream, undefined)} />
    </Screen>
  )
}
