import { actionChoices } from '../../contract/audit-actions.ts'
import { spamSigns } from '../../contract/contact.ts'
import { openStepLabels } from '../../contract/insight-lists.ts'
import { stepWords } from '../../contract/insights.ts'
import { pairReasonWords } from '../../contract/joins.ts'
import { changeWords, messageWords } from '../../contract/manage-visits.ts'
import { kindWord, messageKinds } from '../../contract/message-kinds.ts'
import { payerKinds, paymentWays } from '../../contract/money.ts'
import { facilityKinds, fastingStates, resultWays } from '../../contract/orders.ts'
import { relations } from '../../contract/papers.ts'
import { permissions } from '../../contract/permissions.ts'
import { controlStateLabels, lotStateLabels, ruleWords } from '../../contract/quality-rules.ts'
import { resultLinkWays } from '../../contract/result-links.ts'
import { taskStateLabels } from '../../contract/task-states.ts'
import { textsIn } from './texts-in.ts'

/** Texts of the contract that only staff see. */
export default textsIn(
  actionChoices.map(({ label }) => label),
  openStepLabels,
  stepWords,
  pairReasonWords,
  changeWords,
  facilityKinds,
  fastingStates,
  resultWays,
  messageWords,
  payerKinds,
  paymentWays,
  [...Object.keys(messageKinds), 'sms_answer', 'push_trial'].map(kindWord),
  permissions,
  relations,
  resultLinkWays,
  spamSigns,
  controlStateLabels,
  lotStateLabels,
  ruleWords,
  taskStateLabels,
)
