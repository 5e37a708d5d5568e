/** The states and transitions of a task, one test on one sample. The server enforces this table, the screens explain it. */
export const taskStates = ['pending', 'in_progress', 'completed'] as const
export type TaskState = (typeof taskStates)[number]

export const taskTransitions: Readonly<Record<TaskState, readonly TaskState[]>> = {
  pending: ['in_progress'],
  // The technician who started it, or a manager, puts it back with a reason, for example after an instrument failure.
  in_progress: ['completed', 'pending'],
  // A completed test returns to the queue only by a call of its own, which sets its results aside: `repeatTest`.
  completed: [],
}

/** The names of the states in the Update Sample Status form. */
export const taskStateLabels: Readonly<Record<TaskState, string>> = {
  pending: 'Pending',
  in_progress: 'In Progress',
  completed: 'Done',
}

/** The states of a sample. A rejected sample is never used again: a replacement is collected. */
export const sampleStates = ['collected', 'received', 'rejected', 'discarded'] as const
export type SampleState = (typeof sampleStates)[number]

export const sampleTransitions: Readonly<Record<SampleState, readonly SampleState[]>> = {
  collected: ['received', 'rejected'],
  received: ['rejected', 'discarded'],
  rejected: [],
  discarded: [],
}

/** Reasons for rejecting a sample, by which rejections are counted. */
export const rejectionReasons = [
  'Haemolysed',
  'Clotted',
  'Not enough material',
  'Wrong tube',
  'Wrong or missing label',
  'Leaked or broken',
  'Too old on arrival',
  'Contaminated',
  'Patient was not prepared',
  'Other',
] as const

/** Patient identifiers at collection; two are required. */
export const identifiers = [
  'Full name',
  'Age',
  'Phone number',
  'E-mail',
  'Reference or QR code',
  'Person number',
  'Identity card',
] as const
export type Identifier = (typeof identifiers)[number]
