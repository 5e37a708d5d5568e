import { z } from 'zod'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { checkHealthCard } from '#contract/health-cards.ts'
import { type Flag, flags } from '#contract/results.ts'
import { namedAnalytes } from '#server/modules/catalogue/index.ts'
import type { Context } from '#server/platform/context.ts'
import { systemsOf } from '../resource.ts'

type Value = NonNullable<ResponseOf<typeof checkHealthCard>['says']>['values'][number]

const coded = z.object({ coding: z.tuple([z.object({ system: z.string().optional(), code: z.string() })]) })

const patient = z.object({
  resourceType: z.literal('Patient'),
  name: z.tuple([
    z.object({
      text: z.string().optional(),
      family: z.string().optional(),
      given: z.array(z.string()).optional(),
    }),
  ]),
  birthDate: z.string().optional(),
})
const observation = z.object({
  resourceType: z.literal('Observation'),
  status: z.string(),
  code: coded,
  effectiveDateTime: z.iso.datetime({ offset: true }).optional(),
  valueQuantity: z.object({ value: z.string(), unit: z.string().optional() }).optional(),
  valueString: z.string().optional(),
  interpretation: z.tuple([coded]).optional(),
  referenceRange: z.tuple([z.object({ text: z.string() })]).optional(),
})
type Observation = z.output<typeof observation>

/** The signed content of a card, as `cardBundle` writes it. */
export const cardClaims = z
  .object({
    iss: z.string(),
    vc: z.object({
      rid: z.string().max(24),
      credentialSubject: z.object({
        fhirBundle: z.object({
          entry: z.array(
            z.object({ resource: z.discriminatedUnion('resourceType', [patient, observation]) }),
          ),
        }),
      }),
    }),
  })
  .transform(({ iss, vc: { rid, credentialSubject } }) => {
    const all = credentialSubject.fhirBundle.entry.map(({ resource }) => resource)
    const [person] = all.filter((one) => one.resourceType === 'Patient')
    return {
      iss,
      rid,
      patient: { fullName: fullNameOf(person), birthDate: person?.birthDate ?? null },
      observations: all.filter((one) => one.resourceType === 'Observation'),
    }
  })
export type CardClaims = z.output<typeof cardClaims>

function fullNameOf(person: z.output<typeof patient> | undefined): string {
  const { text, family = '', given = [] } = person?.name[0] ?? {}
  return text ?? [...given, family].filter((part) => part !== '').join(' ')
}

/** The values of a card, with the names of the catalogue, since a card has codes only. */
export async function valuesOn(
  { db, config }: Pick<Context, 'db' | 'config'>,
  observations: readonly Observation[],
): Promise<Value[]> {
  const systems = systemsOf(config)
  const codesOf = (system: string) =>
    observations.map(({ code }) => code.coding[0]).filter((one) => one.system === system)
  const named = await namedAnalytes(
    db,
    codesOf(systems.analyte).map(({ code }) => code),
    codesOf(systems.loinc).map(({ code }) => code),
  )
  const nameOf = ({ system, code }: { system?: string | undefined; code: string }) =>
    system === systems.loinc
      ? named.find(({ loinc }) => loinc === code)
      : named.find((analyte) => system === systems.analyte && analyte.code === code)
  return observations.map((one) => {
    const [coding] = one.code.coding
    const found = nameOf(coding)
    return {
      code: found?.code ?? null,
      name: found?.name ?? (coding.system === systems.loinc ? `LOINC ${coding.code}` : coding.code),
      value: one.valueString ?? one.valueQuantity?.value ?? '',
      unit: one.valueQuantity?.unit ?? '',
      range: one.referenceRange?.[0].text ?? '',
      flag: flagOf(one.interpretation?.[0].coding[0].code),
      takenAt: one.effectiveDateTime ?? null,
      isPreliminary: one.status === 'preliminary',
    }
  })
}

const flagOf = (code: string | undefined): Flag => flags.find((flag) => flag === code) ?? ''
