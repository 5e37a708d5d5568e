import { accountClosed, sessionsEnded } from './modules/access/index.ts'
import { cancelVisitsOfAccount } from './modules/booking/index.ts'
import { judgeAgain, returnTasksOf } from './modules/laboratory/index.ts'
import { forgetDevices, forgetNotices } from './modules/notifications/index.ts'
import { careEnded, personCorrected } from './modules/people/index.ts'
import { endShiftsOf } from './modules/queue/index.ts'
import { on, tellHandlers } from './platform/events.ts'

/** What modules write, in this order, when a module before them tells of something. */
export const tell = tellHandlers(
  on(accountClosed, cancelVisitsOfAccount),
  on(accountClosed, returnTasksOf),
  on(accountClosed, endShiftsOf),
  on(sessionsEnded, forgetDevices),
  on(personCorrected, judgeAgain),
  on(careEnded, forgetNotices),
)
