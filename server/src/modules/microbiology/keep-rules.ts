import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/microbiology.ts'
import { type OrganismGroup, organismGroupNames, organismGroups } from '#contract/susceptibility.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, refuseViolationOf, required } from '#server/platform/errors.ts'
import { codeOf } from './keep-organisms.ts'
import {
  cultureTestOf,
  insertRule,
  readRule,
  readSetup,
  type SetupRow,
  turnRule,
  writeCultureTest,
  writePanel,
} from './queries-microbiology.ts'

/** Changes panels of antibiotics, expert rules, and the tests that are cultures. */

function requireAntibiotics({ antibiotics }: SetupRow, codes: readonly string[], field: string): void {
  const unknown = codes.find((code) => !antibiotics.some((one) => one.code === code))
  if (unknown !== undefined) throw invalid({ [field]: [`There is no antibiotic ${unknown}`] })
}

export async function changePanel(
  context: SignedIn,
  group: OrganismGroup,
  { rows, version }: BodyOf<typeof contract.changePanelOfGroup>,
) {
  await transact(context, async (inside) => {
    const setup = await readSetup(inside.db)
    requireAntibiotics(
      setup,
      rows.flatMap(({ antibiotic, after }) => [antibiotic, ...after]),
      'rows',
    )
    const before = setup.panels.find((panel) => panel.group === group)
    if (!(await writePanel(inside.db, group, version, JSON.stringify(rows))))
      throw changedMeanwhile(`The panel of ${organismGroups[group]}`)
    await audit(inside, {
      action: 'antibiotic_panel.changed',
      subject: { kind: 'antibiotic_panel', id: group },
      before: { rows: before?.rows ?? [] },
      after: { rows },
    })
  })
  return { message: `The panel of ${organismGroups[group]} is saved.` }
}

const refuseTaken = refuseViolationOf({
  expert_rule_pkey: () => invalid({ about: ['There is a rule with this explanation'] }),
})

export async function addRule(context: SignedIn, rule: BodyOf<typeof contract.addExpertRule>) {
  const code = codeOf(rule.about).slice(0, 40).replace(/-+$/, '')
  if (code.length < 2) throw invalid({ about: ['The explanation needs letters from A to Z'] })
  await transact(context, async (inside) => {
    const setup = await readSetup(inside.db)
    const isKnown =
      organismGroupNames.some((group) => group === rule.appliesTo) ||
      setup.organisms.some((organism) => organism.code === rule.appliesTo)
    if (!isKnown) throw invalid({ appliesTo: ['Choose an organism or a group'] })
    requireAntibiotics(setup, rule.thenAntibiotics, 'thenAntibiotics')
    if (rule.whenAntibiotic !== null) requireAntibiotics(setup, [rule.whenAntibiotic], 'whenAntibiotic')
    await insertRule(inside.db, { code, ...rule }).catch(refuseTaken)
    await audit(inside, {
      action: 'expert_rule.added',
      subject: { kind: 'expert_rule', id: code },
      after: rule,
    })
  })
  return { message: 'The rule is added and is off.', code }
}

export async function turnRuleOnOrOff(
  context: SignedIn,
  code: string,
  { isOn, version }: BodyOf<typeof contract.turnExpertRule>,
) {
  await transact(context, async (inside) => {
    const before = required(await readRule(inside.db, code), 'This rule')
    if (!(await turnRule(inside.db, code, version, isOn))) throw changedMeanwhile('The rule')
    await audit(inside, {
      action: 'expert_rule.changed',
      subject: { kind: 'expert_rule', id: code },
      before: { isOn: before.isOn },
      after: { isOn },
    })
  })
  return { message: isOn ? 'The rule is on.' : 'The rule is off.' }
}

export async function setCultureTest(
  context: SignedIn,
  testCode: string,
  { version, ...culture }: BodyOf<typeof contract.setCultureTest>,
) {
  const [test] = await readBenchTests(context.db, [testCode])
  const { name } = required(test, 'This test')
  await transact(context, async (inside) => {
    const before = (await cultureTestOf(inside.db, testCode)) ?? undefined
    if (!(await writeCultureTest(inside.db, version, { testCode, ...culture }))) throw changedMeanwhile(name)
    const subject = { kind: 'test', id: testCode }
    await audit(inside, { action: 'culture_test.changed', subject, before, after: culture })
  })
  return { message: `${name} is saved as a culture.` }
}
