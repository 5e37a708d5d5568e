import { accountClosed, sessionsEnded } from './modules/access/index.ts'
import {
  cancelVisitsOfAccount,
  chargesDue,
  chargesUndone,
  holdVisitsToCome,
  isAtBenchAsked,
  partsOfOrderAsked,
  smsNumbersAsked,
} from './modules/booking/index.ts'
import {
  isAtBench,
  judgeAgain,
  partsOfVisit,
  resultLinkAsked,
  returnTasksOf,
} from './modules/laboratory/index.ts'
import { settleCharges, undoCharges } from './modules/money/index.ts'
import { forgetDevices, forgetNotices, sayResultLink, whoGetsSms } from './modules/notifications/index.ts'
import { careEnded, personCorrected } from './modules/people/index.ts'
import { endShiftsOf } from './modules/queue/index.ts'
import { visitsToComeAsked } from './modules/sites/index.ts'
import { on, tellHandlers } from './platform/events.ts'

/** What modules write or answer, in this order, when a module before them tells of something or asks. */
export const tell = tellHandlers(
  on(chargesDue, settleCharges),
  on(chargesUndone, undoCharges),
  on(accountClosed, cancelVisitsOfAccount),
  on(accountClosed, returnTasksOf),
  on(accountClosed, endShiftsOf),
  on(sessionsEnded, forgetDevices),
  on(personCorrected, judgeAgain),
  on(careEnded, forgetNotices),
  on(visitsToComeAsked, holdVisitsToCome),
  on(partsOfOrderAsked, ({ db }, order) => partsOfVisit(db, order)),
  on(isAtBenchAsked, ({ db }, order) => isAtBench(db, order)),
  on(smsNumbersAsked, whoGetsSms),
  on(resultLinkAsked, sayResultLink),
)
