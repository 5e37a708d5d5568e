import { taskStates } from '#contract/task-states.ts'
import { addressOf, oneOf, type SearchOf, text } from '../../../screen/address.ts'

/** What the test queue is narrowed by, in its address: whom a test is of stays out of it. */
export const queueAddress = addressOf({ state: oneOf(taskStates), test: text(), mine: oneOf(['true']) })
export type QueueSearch = SearchOf<typeof queueAddress>

/** Nobody works on a pending task, which is what an address without a state shows. */
export const isMine = ({ state, mine }: QueueSearch): boolean =>
  mine !== undefined && state !== undefined && state !== 'pending'
