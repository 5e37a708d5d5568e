/** `confirmed`: there is no address to send to, so it is reported by the CSV file. `withdrawn`: the result no longer stands. */
export const caseStates = {
  held: 'Waiting for confirmation',
  dismissed: 'Not reported',
  confirmed: 'Confirmed',
  planned: 'Waiting',
  sending: 'Being sent',
  sent: 'Reported',
  failed: 'Could not be sent',
  withdrawn: 'Withdrawn',
} as const
export type CaseState = keyof typeof caseStates
