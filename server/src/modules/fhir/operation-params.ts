import { z } from 'zod'
import { invalid } from '#server/platform/errors.ts'

const coding = z.object({ system: z.string().nullable().default(null), code: z.string() })
const values = z.object({
  valueReference: z.object({ reference: z.string() }).optional(),
  valueCoding: coding.optional(),
  valueCodeableConcept: z.object({ coding: z.array(coding).default([]) }).optional(),
})
const parameters = z.object({
  resourceType: z.literal('Parameters'),
  parameter: z.array(z.looseObject({ name: z.string(), resource: z.unknown().optional() })).default([]),
})

const tokenIn = ({ system, code }: z.output<typeof coding>) => (system === null ? code : `${system}|${code}`)

/**
 * The parameters of an operation: those of the query and of Parameters in the body. A reference is its text, and a coding is written as
 * in a search: the system, `|` and the code.
 */
export function paramsIn(query: URLSearchParams, body: unknown): URLSearchParams {
  const params = new URLSearchParams(query)
  for (const { name, ...value } of parameters.safeParse(body).data?.parameter ?? []) {
    for (const [key, one] of Object.entries(value))
      if (key.startsWith('value') && ['string', 'number', 'boolean'].includes(typeof one))
        params.append(name, String(one))
    const { valueReference, valueCoding, valueCodeableConcept } = values.safeParse(value).data ?? {}
    if (valueReference) params.append(name, valueReference.reference)
    const codings = [...(valueCoding ? [valueCoding] : []), ...(valueCodeableConcept?.coding ?? [])]
    for (const one of codings) params.append(name, tokenIn(one))
  }
  return params
}

/** The resource in a parameter of the body. A body that is a resource itself is the resource. */
export function resourceIn(body: unknown, name: string): unknown {
  const sent = parameters.safeParse(body).data
  if (!sent) return body
  const found = sent.parameter.find((one) => one.name === name)?.resource
  if (found === undefined) throw invalid({ [name]: [`Send the resource in the parameter ${name}`] })
  return found
}

/** The values of a parameter that is repeated or has several values between commas. */
export const listIn = (params: URLSearchParams, name: string): string[] =>
  params
    .getAll(name)
    .flatMap((text) => text.split(','))
    .filter((value) => value !== '')
