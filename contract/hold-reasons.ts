/** The reasons for which a value is held instead of being matched. */
export const holdReasons = {
  unknown_sample: 'No sample has this number',
  two_samples: 'Two samples could have this number',
  sample_gone: 'The sample was rejected or discarded',
  unmapped: 'The code has no analyte',
  not_ordered: 'The test was not ordered',
  released: 'The results are released',
  out_of_use: 'The analyser was out of use',
  no_value: 'The analyser sent no value',
  beyond: 'The value is outside the measuring range of the analyser',
  no_number: 'The value is not a number',
  impossible: 'The value is impossible for this analyte',
  unknown_answer: 'The answer is not in the catalogue',
  wrong_unit: 'The unit cannot be converted',
  unknown_control: 'No open control lot has this number',
  no_target: 'The control lot has no target for this analyte',
} as const
export type HoldReason = keyof typeof holdReasons
