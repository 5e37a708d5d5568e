/** The life of a task, one test on one sample. The server enforces the table, the screens explain it. */
export const taskStates = ['pending', 'in_progress', 'completed'] as const
export type TaskState = (typeof taskStates)[number]

export const taskTransitions: Readonly<Record<TaskState, readonly TaskState[]>> = {
  pending: ['in_progress'],
  // Whoever began puts it back with a reason, or a manager does: somebody falls ill, an instrument fails.
  in_progress: ['completed', 'pending'],
  completed: [],
}

/** What the Update Sample Status form calls them. */
export const taskStateLabels: Readonly<Record<TaskState, string>> = {
  pending: 'Pending',
  in_progress: 'In Progress',
  completed: 'Done',
}

/** The life of a sample. A rejected one is never used again: another is collected in its place. */
export const sampleStates = ['collected', 'received', 'rejected', 'discarded'] as const
export type SampleState = (typeof sampleStates)[number]

export const sampleTransitions: Readonly<Record<SampleState, readonly SampleState[]>> = {
  collected: ['received', 'rejected'],
  received: ['rejected', 'discarded'],
  rejected: [],
  discarded: [],
}

/** Why a sample cannot be used; the words that rejection statistics are counted by. */
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

/** Ways to make sure that the person in the chair is the person on the label; two are asked for. */
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
