import type { addCaseRule, changeCaseReceiver, PreparedRule } from '#contract/cases.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { notifiableDiseases } from '#contract/notifiable-diseases.ts'
import { whyNotAddress } from '#server/modules/fhir/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  changedMeanwhile,
  invalid,
  notAllowed,
  notFound,
  refuseViolationOf,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { chosenValues } from '../wanted-values.ts'
import {
  findReceiver,
  insertRule,
  type NotifiableTest,
  readOpenTests,
  readOrganisms,
  readRules,
  writeReceiver,
  writeRuleEnd,
} from './queries-rules.ts'

function requireAllSites({ actor }: SignedIn): void {
  if (actor.sites !== null) throw notAllowed('Only staff who see all sites change what is notifiable.')
}

export async function readCaseRules({ db, actor }: SignedIn) {
  const [rules, organisms, tests, receiver] = [
    await readRules(db),
    await readOrganisms(db),
    await readOpenTests(db),
    await findReceiver(db),
  ]
  const isOn = (one: { disease: string; organism: unknown; analyte: unknown }) =>
    rules.some(
      ({ disease, organism, analyte }) =>
        disease === one.disease &&
        JSON.stringify([organism, analyte]) === JSON.stringify([one.organism, one.analyte]),
    )
  return {
    rules,
    prepared: preparedRules(organisms, tests).filter((one) => !isOn(one)),
    diseases: Object.keys(notifiableDiseases),
    organisms,
    tests,
    receiver: receiver && {
      address: receiver.address,
      hasToken: receiver.secret !== '',
      version: receiver.version,
    },
    maySetUp: actor.sites === null,
  }
}

/** What the product prepares, as far as the laboratory has the organism or the test. */
function preparedRules(
  organisms: readonly { code: string; name: string }[],
  tests: readonly NotifiableTest[],
): PreparedRule[] {
  return Object.entries(notifiableDiseases).flatMap(([disease, all]) =>
    all.flatMap((one): PreparedRule[] => {
      if ('organism' in one) {
        const organism = organisms.find(({ code }) => code === one.organism)
        return organism ? [{ disease, organism, test: null, analyte: null, outcome: 'any', values: [] }] : []
      }
      const test = tests.find(({ code }) => code === one.test)
      const analyte = test?.analytes.find(({ code }) => code === one.analyte)
      if (!test || !analyte) return []
      const outcome = 'values' in one ? 'values' : 'positive'
      return [
        {
          ...{ disease, organism: null, outcome, values: 'values' in one ? [...one.values] : [] },
          test: { code: test.code, name: test.name },
          analyte: { code: analyte.code, name: analyte.name },
        },
      ]
    }),
  )
}

export async function addRule(context: SignedIn, body: BodyOf<typeof addCaseRule>) {
  requireAllSites(context)
  const id = uuidv7(context.clock)
  return transact(context, async (inside) => {
    const rule = await ruleRowOf(inside, body)
    const row = { id, ...rule, addedBy: inside.actor.accountId, addedAt: inside.clock.now() }
    await insertRule(inside.db, row).catch(refuseTwice)
    await audit(inside, { action: 'case_rule.added', subject: { kind: 'case_rule', id }, after: rule })
    return { message: `${body.disease}: cases are recorded from the next release on.`, id }
  })
}

const refuseTwice = refuseViolationOf({
  notifiable_rule_once: () => invalid({ disease: ['These results are notifiable already'] }),
})

/** @throws a refusal that names the field */
async function ruleRowOf(
  { db }: SignedIn,
  { disease, organismCode, testCode, analyteCode, outcome, values }: BodyOf<typeof addCaseRule>,
) {
  if (organismCode !== null) {
    if (testCode !== null) throw invalid({ testCode: ['Choose an organism or a test, not both'] })
    const isKnown = (await readOrganisms(db)).some(({ code }) => code === organismCode)
    if (!isKnown) throw invalid({ organismCode: ['Choose an organism from the list'] })
    return { disease, organismCode, outcome: 'any' as const, outcomeValues: [] }
  }
  const test = (await readOpenTests(db)).find(({ code }) => code === testCode)
  if (!test) throw invalid({ testCode: ['Choose an organism, or a test from the list'] })
  const analyte = test.analytes.find(({ code }) => code === analyteCode)
  if (!analyte) throw invalid({ analyteCode: ['Choose an analyte of the test'] })
  const outcomeValues = chosenValues(outcome, values, analyte)
  return { disease, testCode: test.code, analyteCode: analyte.code, outcome, outcomeValues }
}

export async function endRule(context: SignedIn, id: string) {
  requireAllSites(context)
  return transact(context, async (inside) => {
    const end = { endedAt: inside.clock.now(), endedBy: inside.actor.accountId }
    if (!(await writeRuleEnd(inside.db, id, end))) throw notFound('This rule')
    await audit(inside, { action: 'case_rule.ended', subject: { kind: 'case_rule', id } })
    return { message: 'These results are no longer notifiable.' }
  })
}

/** A token is only sent to the address that it was entered for: whoever changes the address enters it again. */
export async function changeReceiver(
  context: SignedIn,
  { address, token, version }: BodyOf<typeof changeCaseReceiver>,
) {
  requireAllSites(context)
  const whyNot = whyNotAddress(address, context.config.webhooksToPrivate)
  if (whyNot !== null) throw invalid({ address: [whyNot] })
  return transact(context, async (inside) => {
    const before = await findReceiver(inside.db)
    const secret = token || (before?.address === address ? before.secret : '')
    if (!(await writeReceiver(inside.db, version, { address, secret }))) throw changedMeanwhile('The address')
    const subject = { kind: 'case_receiver', id: 'receiver' }
    // Without its path and query, which may contain a token of the receiver.
    const after = { address: new URL(address).origin, token: token !== '' }
    await audit(inside, { action: 'case_receiver.changed', subject, after })
    return { message: 'The address is saved.' }
  })
}
