import { z } from 'zod'

const parameters = z.object({
  resourceType: z.literal('Parameters'),
  parameter: z.array(z.looseObject({ name: z.string() })).default([]),
})

/** The parameters of an operation: those of the query, and the primitive values of Parameters in the body. */
export function paramsIn(query: URLSearchParams, body: unknown): URLSearchParams {
  const params = new URLSearchParams(query)
  const sent = parameters.safeParse(body).data?.parameter ?? []
  for (const { name, ...values } of sent)
    for (const [key, value] of Object.entries(values))
      if (key.startsWith('value') && ['string', 'number', 'boolean'].includes(typeof value))
        params.append(name, String(value))
  return params
}

/** The values of a parameter that is repeated or has several values between commas. */
export const listIn = (params: URLSearchParams, name: string): string[] =>
  params
    .getAll(name)
    .flatMap((text) => text.split(','))
    .filter((value) => value !== '')
