import { apiScopes, signsInBy } from '../../contract/api-clients.ts'
import { actionChoices } from '../../contract/audit-actions.ts'
import { caseStates } from '../../contract/case-states.ts'
import { orderStates, orderWays } from '../../contract/clinic-orders.ts'
import { spamSigns } from '../../contract/contact.ts'
import { deliveryReasons } from '../../contract/delivery-reasons.ts'
import { dhis2Outcomes, dhis2States } from '../../contract/dhis2-states.ts'
import { wishIdentifiers, wishStates, wishWays } from '../../contract/erasures.ts'
import { hl7CodeKinds, hl7Directions, hl7Processings, hl7Ways } from '../../contract/hl7.ts'
import { hl7MessageStates } from '../../contract/hl7-states.ts'
import { holdReasons } from '../../contract/hold-reasons.ts'
import { openStepLabels } from '../../contract/insight-lists.ts'
import { stepWords } from '../../contract/insights.ts'
import { instrumentEventKinds } from '../../contract/instrument-care.ts'
import { disagreements, verificationStates } from '../../contract/instrument-verifications.ts'
import {
  instrumentProtocols,
  instrumentStates,
  instrumentWays,
  measuredStates,
  messageStates,
  textEncodings,
} from '../../contract/instruments.ts'
import { pairReasonWords } from '../../contract/joins.ts'
import { keyScopes } from '../../contract/key-scopes.ts'
import { changeWords, messageWords } from '../../contract/manage-visits.ts'
import { tubeStates } from '../../contract/manifests.ts'
import { kindWord, messageKinds } from '../../contract/message-kinds.ts'
import { payerKinds, paymentWays } from '../../contract/money.ts'
import { harms, nonconformityKinds } from '../../contract/nonconformities.ts'
import { facilityKinds, fastingStates, resultWays } from '../../contract/orders.ts'
import { handoverIdentifiers, relations } from '../../contract/papers.ts'
import { permissions } from '../../contract/permissions.ts'
import { controlStateLabels, lotStateLabels, ruleWords } from '../../contract/quality-rules.ts'
import { referralStates } from '../../contract/referrals.ts'
import { resultLinkWays } from '../../contract/result-links.ts'
import { retentionClasses, retentionPlaces } from '../../contract/retention.ts'
import { secondFactorPolicies } from '../../contract/second-factor.ts'
import { standingUnits } from '../../contract/standing.ts'
import { movementKinds, stockKinds } from '../../contract/stock.ts'
import { storageKinds } from '../../contract/storage.ts'
import { cultureSpecimens, organismGroups } from '../../contract/susceptibility.ts'
import { taskStateLabels } from '../../contract/task-states.ts'
import { placeKinds } from '../../contract/temperatures.ts'
import { transportStates } from '../../contract/transport.ts'
import { deliveryStates, webhookEvents } from '../../contract/webhooks.ts'
import { textsIn } from './texts-in.ts'

/** Texts of the contract that only staff see. */
export default textsIn(
  deliveryReasons,
  actionChoices.map(({ label }) => label),
  apiScopes,
  Object.values(keyScopes).map(({ label }) => label),
  signsInBy,
  Object.values(webhookEvents).map(({ label }) => label),
  deliveryStates,
  Object.values(secondFactorPolicies),
  wishIdentifiers,
  handoverIdentifiers,
  wishStates,
  wishWays,
  retentionClasses,
  retentionPlaces,
  openStepLabels,
  stepWords,
  pairReasonWords,
  changeWords,
  instrumentProtocols,
  instrumentWays,
  instrumentStates,
  instrumentEventKinds,
  textEncodings,
  holdReasons,
  disagreements,
  verificationStates,
  measuredStates,
  messageStates,
  caseStates,
  dhis2Outcomes,
  dhis2States,
  hl7CodeKinds,
  hl7Directions,
  hl7MessageStates,
  hl7Processings,
  hl7Ways,
  facilityKinds,
  orderStates,
  orderWays,
  tubeStates,
  fastingStates,
  resultWays,
  standingUnits,
  messageWords,
  payerKinds,
  paymentWays,
  nonconformityKinds,
  stockKinds,
  movementKinds,
  placeKinds,
  harms,
  organismGroups,
  cultureSpecimens,
  [...Object.keys(messageKinds), 'sms_answer', 'push_trial'].map(kindWord),
  permissions,
  referralStates,
  transportStates,
  storageKinds,
  relations,
  resultLinkWays,
  spamSigns,
  controlStateLabels,
  lotStateLabels,
  ruleWords,
  taskStateLabels,
)
