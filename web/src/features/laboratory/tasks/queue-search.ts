import { taskStates } from '#contract/task-states.ts'
import { addressOf, oneOf, type SearchOf, text } from '../../../screen/address.ts'

/** Filters of the test queue in its address. Who the patient is stays out of the address. */
export const queueAddress = addressOf({ state: oneOf(taskStates), test: text(), mine: oneOf(['true']) })
export type QueueSearch = SearchOf<typeof queueAddress>

/** Nobody works on a pending task, which is what an address without a state shows. */
export const isMine = ({ state, mine }: QueueSearch): boolean =>
  mine !== undefined && state !== undefined && state !== 'pending'
