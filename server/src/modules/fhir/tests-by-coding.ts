import type { Config } from '#server/config.ts'
import { type BenchTest, readBenchTests, testsWithLoinc } from '#server/modules/catalogue/index.ts'
import type { Db } from '#server/platform/database.ts'
import { systemsOf } from './resource.ts'

type Coding = { system?: string | undefined; code: string }

/** The tests that these codings mean, each by our code or by LOINC, or why a coding cannot be ordered. */
export async function testsByCoding(
  db: Db,
  config: Pick<Config, 'publicUrl'>,
  codings: readonly (readonly Coding[])[],
): Promise<(BenchTest | { why: string })[]> {
  const systems = systemsOf(config)
  const codesOf = (system: string) =>
    codings.flatMap((some) => some.filter((one) => one.system === system).map(({ code }) => code))
  const loincCodes = codesOf(systems.loinc)
  const byLoinc = loincCodes.length === 0 ? [] : await testsWithLoinc(db, loincCodes)
  const known = await readBenchTests(db, [
    ...codesOf(systems.test),
    ...byLoinc.map(({ testCode }) => testCode),
  ])
  const testOf = (code: string | undefined) => known.find((one) => one.code === code)

  return codings.map((some) => {
    const local = some.find(({ system }) => system === systems.test)
    const loinc = some.find(({ system }) => system === systems.loinc)
    const test = local ? testOf(local.code) : loinc && testOf(onlyTest(byLoinc, loinc.code))
    if (test?.confidential)
      return {
        why: 'This test is confidential and cannot be ordered by a program: order it at the laboratory',
      }
    if (test) return test
    const among = byLoinc.filter(({ loinc: code }) => code === loinc?.code).map(({ testCode }) => testCode)
    return {
      why:
        local === undefined && among.length > 1
          ? `Several tests measure this: give one of the codes ${among.join(', ')} of the system ${systems.test}`
          : `Give a code of the system ${systems.test}, or a LOINC code of one of its analytes`,
    }
  })
}

/** The test that measures nothing else, or the only one that measures it among others. */
function onlyTest(found: readonly { loinc: string; testCode: string; analytes: number }[], code: string) {
  const tests = found.filter(({ loinc }) => loinc === code)
  const alone = tests.filter(({ analytes }) => analytes === 1)
  const [only, ...more] = alone.length > 0 ? alone : tests
  return more.length > 0 ? undefined : only?.testCode
}
