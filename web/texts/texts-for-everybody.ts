import { erasedParts, keptParts, obstacles } from '../../contract/erasures.ts'
import { messages } from '../../contract/messages.ts'
import { postingKinds } from '../../contract/money.ts'
import { genders, notificationMethodLabels } from '../../contract/options.ts'
import { birthNeededText, flagWords } from '../../contract/results.ts'
import { categories, growthAmounts } from '../../contract/susceptibility.ts'
import {
  deskStateLabels,
  roomLabels,
  ticketStateLabels,
  waitingClassLabels,
} from '../../contract/ticket-states.ts'
import { visitStateLabels, visitStates, whyNotChangeable } from '../../contract/visit-states.ts'
import { textsIn } from './texts-in.ts'

/** Texts of the contract that patients and visitors see. Screens show them by `translated`. */
export default textsIn(
  categories,
  growthAmounts,
  erasedParts,
  keptParts,
  obstacles,
  messages,
  genders,
  notificationMethodLabels,
  birthNeededText,
  flagWords,
  postingKinds,
  deskStateLabels,
  roomLabels,
  ticketStateLabels,
  waitingClassLabels,
  visitStateLabels,
  visitStates.map(whyNotChangeable),
)
