import type { Resource } from '../resource.ts'

type Coded = { coding: { system?: string; code: string }[] }

/** Codes without their words, which the specification forbids in cards. Readers know LOINC and UCUM by their codes. */
const codes = ({ coding }: Coded, most: number): Coded => ({
  coding: coding
    .slice(0, most)
    .map(({ system, code }) => ({ ...(system !== undefined && { system }), code })),
})

/**
 * The content of a card: the name and date of birth of the patient, and the values. It is as short as the specification of SMART Health
 * Cards asks for, so that small reports fit into a QR code.
 */
export function cardBundle(patient: Resource, values: readonly Resource[]): Resource {
  const all = [shortPatient(patient), ...values.map(shortValue)]
  return {
    resourceType: 'Bundle',
    type: 'collection',
    entry: all.map((resource, at) => ({ fullUrl: `resource:${at}`, resource })),
  }
}

function shortPatient({ name, birthDate }: Resource): Resource {
  const [{ text, family, given } = {}] = (name ?? []) as {
    text?: string
    family?: string
    given?: string[]
  }[]
  const parts = family !== undefined && given !== undefined ? { family, given } : { text }
  return { resourceType: 'Patient', name: [parts], ...(birthDate !== undefined && { birthDate }) }
}

function shortValue(observation: Resource): Resource {
  const { status, code, effectiveDateTime, performer, valueQuantity, valueString } = observation
  const { interpretation, referenceRange } = observation as {
    interpretation?: Coded[]
    referenceRange?: { text: string }[]
  }
  return {
    resourceType: 'Observation',
    status,
    code: codes(code as Coded, 1),
    subject: { reference: 'resource:0' },
    effectiveDateTime: String(effectiveDateTime).replace('.000Z', 'Z'),
    performer,
    ...(valueQuantity !== undefined && { valueQuantity }),
    ...(valueString !== undefined && { valueString }),
    ...(interpretation && { interpretation: interpretation.map((one) => codes(one, 1)) }),
    ...(referenceRange && { referenceRange: referenceRange.map(({ text }) => ({ text })) }),
  }
}
