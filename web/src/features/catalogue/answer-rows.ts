import type { Interval } from '#contract/interval-rules.ts'

/** What each answer of a list is called while somebody chooses. */
export const judgements = ['normal', 'abnormal', 'critical'] as const
export type Judgement = (typeof judgements)[number]

export function judgementsOf(
  options: readonly string[],
  { normalOptions, criticalOptions }: Interval,
): Record<string, Judgement> {
  return Object.fromEntries(
    options.map((option) => [
      option,
      criticalOptions?.includes(option)
        ? 'critical'
        : normalOptions === null || normalOptions.includes(option)
          ? 'normal'
          : 'abnormal',
    ]),
  )
}

/** Where every answer is normal there is nothing to judge by: no list at all. */
export function answersOf(options: readonly string[], chosen: Readonly<Record<string, Judgement>>): Interval {
  const called = (judgement: Judgement) => options.filter((option) => chosen[option] === judgement)
  const [normal, critical] = [called('normal'), called('critical')]
  return {
    ranges: [],
    normalOptions: normal.length === options.length ? null : normal,
    criticalOptions: critical.length === 0 ? null : critical,
  }
}
