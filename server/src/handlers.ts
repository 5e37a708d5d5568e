import { accountClosed, sessionsEnded } from './modules/access/index.ts'
import { noteCases } from './modules/authorities/index.ts'
import {
  cancelVisitsOfAccount,
  chargesDue,
  chargesUndone,
  holdVisitsToCome,
  isAtBenchAsked,
  partsOfOrderAsked,
  smsNumbersAsked,
} from './modules/booking/index.ts'
import { tellOfCritical, tellOfReport } from './modules/clinics/index.ts'
import { offeredFor, reagentLotsAsked } from './modules/instruments/index.ts'
import {
  criticalFound,
  isAtBench,
  judgeAgain,
  kitLotsAsked,
  kitsUsed,
  measuredAsked,
  partsOfVisit,
  reportIssued,
  resultLinkAsked,
  returnTasksOf,
  taskCompleted,
  tubeCollected,
} from './modules/laboratory/index.ts'
import { settleCharges, undoCharges } from './modules/money/index.ts'
import { forgetDevices, forgetNotices, sayResultLink, whoGetsSms } from './modules/notifications/index.ts'
import { careEnded, personCorrected } from './modules/people/index.ts'
import { endShiftsOf } from './modules/queue/index.ts'
import { visitsToComeAsked } from './modules/sites/index.ts'
import { consumeStock, consumeTube, kitLotsAt, reagentLotsAt, useKits } from './modules/stock/index.ts'
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
  on(taskCompleted, consumeStock),
  on(tubeCollected, consumeTube),
  on(measuredAsked, ({ db }, task) => offeredFor(db, task)),
  on(reagentLotsAsked, reagentLotsAt),
  on(kitLotsAsked, kitLotsAt),
  on(kitsUsed, useKits),
  on(smsNumbersAsked, whoGetsSms),
  on(resultLinkAsked, sayResultLink),
  on(criticalFound, tellOfCritical),
  on(reportIssued, tellOfReport),
  on(reportIssued, noteCases),
)
