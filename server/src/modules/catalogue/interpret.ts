import type { Flag } from '#contract/results.ts'
import type { InterpretationRow } from './queries-comments.ts'

type Rule = Pick<InterpretationRow, 'analyte' | 'flags' | 'atLeast' | 'below' | 'answers' | 'text'>
type Judged = { code: string; number: number | null; text: string | null; flag: Flag }

/** The interpretive texts that follow from results, each once, in the order of the results. Pure. */
export function interpretationsOf(rules: readonly Rule[], results: readonly Judged[]): string[] {
  const texts = results.flatMap((result) =>
    rules.filter((rule) => holds(rule, result)).map(({ text }) => text),
  )
  return [...new Set(texts)]
}

export type Reflex = { code: string; name: string; text: string; addsItself: boolean }

/** The tests that results call for, each once; added without asking if one of the rules says so. Pure. */
export function reflexTestsOf(
  rules: readonly (Rule & Pick<InterpretationRow, 'addsTest' | 'addsItself'>)[],
  results: readonly Judged[],
): Reflex[] {
  const found = new Map<string, Reflex>()
  for (const rule of rules) {
    const { addsTest, addsItself, text } = rule
    if (addsTest === null || !results.some((result) => holds(rule, result))) continue
    const before = found.get(addsTest.code)
    found.set(addsTest.code, { ...addsTest, text, addsItself: addsItself || (before?.addsItself ?? false) })
  }
  return [...found.values()]
}

/** Whether all conditions of a rule hold for a result. */
function holds(
  { analyte, flags, atLeast, below, answers }: Rule,
  { code, number, text, flag }: Judged,
): boolean {
  if (analyte.code !== code) return false
  if (flags.length > 0 && !flags.some((one) => one === flag)) return false
  if (atLeast !== null && (number === null || number < atLeast)) return false
  if (below !== null && (number === null || number >= below)) return false
  return answers.length === 0 || (text !== null && answers.includes(text))
}
