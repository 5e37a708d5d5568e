import { t } from '@lingui/core/macro'
import { type SampleState, sampleTransitions } from '#contract/task-states.ts'
import { sampleLabels } from '../bench/task-words.ts'

/** Why a sample in this state cannot become another; null while it can. */
export function whyNotSample(from: SampleState, to: SampleState): string | null {
  if (sampleTransitions[from].includes(to)) return null
  return from === to
    ? t`This sample is ${sampleLabels[from].toLowerCase()} already.`
    : t`This sample is ${sampleLabels[from].toLowerCase()}: it cannot be ${sampleLabels[to].toLowerCase()}.`
}
