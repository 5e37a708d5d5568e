import type { ReportContent } from '#contract/reports.ts'

/** A rule, with the values that match; null: any value that is flagged, or any value at all. */
export type Rule = {
  id: string
  organism: string | null
  testCode: string | null
  analyteCode: string | null
  onlyFlagged: boolean
  values: readonly string[] | null
}

export type Found = { ruleId: string; testCode: string; finding: string }

/** The notifiable results of a report, interim cultures included. Results that were withdrawn are in no report. */
export function casesIn({ tests }: Pick<ReportContent, 'tests'>, rules: readonly Rule[]): Found[] {
  return rules.flatMap((rule) =>
    tests.flatMap((test): Found[] => {
      const finding = test.code === '' || test.withdrawn ? null : findingOf(test, rule)
      return finding === null ? [] : [{ ruleId: rule.id, testCode: test.code, finding }]
    }),
  )
}

function findingOf(test: ReportContent['tests'][number], rule: Rule): string | null {
  if (rule.organism !== null) {
    const grows = test.culture?.isolates.some(({ organism }) => organism === rule.organism)
    return grows ? rule.organism : null
  }
  if (test.code !== rule.testCode) return null
  const result = test.results.find(
    ({ code, value, flag }) =>
      code === rule.analyteCode &&
      (rule.values === null || rule.values.includes(value)) &&
      (!rule.onlyFlagged || flag !== ''),
  )
  return result ? `${result.name}: ${[result.value, result.unit].filter(Boolean).join(' ')}` : null
}
