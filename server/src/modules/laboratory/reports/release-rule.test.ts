import { describe, expect, it } from 'vitest'
import { flags } from '#contract/results.ts'
import { type AnalyteFacts, type RuleFacts, whyNotByRule } from './release-rule.ts'

type Result = NonNullable<AnalyteFacts['result']>

const result: Result = {
  number: 12.9,
  flag: '',
  delta: false,
  range: { sex: 'any', low: 12, high: 15 },
  hasNormal: false,
  confirmed: true,
}
const haemoglobin: AnalyteFacts = { code: 'HGB', name: 'HGB', kind: 'quantity', calculated: false, result }
const malaria: AnalyteFacts = {
  code: 'MP',
  name: 'Parasites',
  kind: 'ordinal',
  calculated: false,
  result: { ...result, number: null, range: null, hasNormal: true },
}
const good: RuleFacts = {
  sampleStatus: 'received',
  prepared: 'yes',
  inPlaceOfRejected: false,
  corrected: false,
  commented: false,
  referred: false,
  openCallbacks: 0,
  outOfUse: false,
  control: null,
  analytes: [haemoglobin, malaria],
}
const but = (change: Partial<RuleFacts>) => whyNotByRule({ ...good, ...change }, {})
const butOf = (analyte: AnalyteFacts, change: Partial<Result>) =>
  but({ analytes: [{ ...analyte, result: { ...result, ...analyte.result, ...change } }] })

describe('releasing by rule', () => {
  it('a rule releases values within confirmed intervals from a good sample', () => {
    expect(but({})).toEqual([])
  })

  it.each(flags.filter((flag) => flag !== ''))('a rule leaves a value flagged %s to a person', (flag) => {
    expect(butOf(haemoglobin, { flag })).toHaveLength(1)
    // Wider limits of the rule do not change that.
    const facts = { ...good, analytes: [{ ...haemoglobin, result: { ...result, flag } }] }
    expect(whyNotByRule(facts, { HGB: { low: null, high: 99 } })).toHaveLength(1)
  })

  it('a rule leaves results that it cannot judge to a person, and names them', () => {
    expect(butOf(haemoglobin, { delta: true })).toEqual(['HGB has changed much since last time'])
    expect(butOf(haemoglobin, { range: null })).toEqual(['HGB has no interval for this patient'])
    expect(butOf(haemoglobin, { confirmed: false })).toEqual(['the interval of HGB is not confirmed'])
    expect(butOf(malaria, { hasNormal: false })).toEqual(['Parasites has no interval for this patient'])
    expect(but({ analytes: [{ ...haemoglobin, kind: 'text' }] })).toEqual([
      'HGB is in words, which a person reads',
    ])
  })

  it('a rule requires entered results, but not calculated ones or text', () => {
    const empty = { ...haemoglobin, result: null }
    expect(but({ analytes: [empty] })).toEqual(['HGB has no result'])
    expect(
      but({
        analytes: [
          { ...empty, calculated: true },
          { ...empty, kind: 'text' },
        ],
      }),
    ).toEqual([])
  })

  it('a rule leaves rejected samples, unprepared patients and corrections to a person', () => {
    expect(but({ sampleStatus: 'rejected' })).toEqual(['the sample is rejected'])
    expect(but({ prepared: 'no' })).toEqual(['the patient was not prepared'])
    expect(but({ inPlaceOfRejected: true })).toHaveLength(1)
    expect(but({ commented: true })).toEqual(['there is a comment, which a person reads'])
    expect(but({ referred: true })).toEqual(['another laboratory did the test'])
    expect(but({ corrected: true, openCallbacks: 1, control: 'HGB is out of control' })).toHaveLength(3)
  })

  it('a rule’s own limits replace the interval, and a value on a limit is within', () => {
    const unconfirmed = {
      ...good,
      analytes: [{ ...haemoglobin, result: { ...result, confirmed: false, range: null } }],
    }
    expect(whyNotByRule(unconfirmed, { HGB: { low: 12.9, high: 14 } })).toEqual([])
    expect(whyNotByRule(unconfirmed, { HGB: { low: null, high: 12.9 } })).toEqual([])
    expect(whyNotByRule(unconfirmed, { HGB: { low: 13, high: null } })).toEqual([
      'HGB is beyond the rule’s own limits',
    ])
  })
})
