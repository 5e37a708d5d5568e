import { z } from 'zod'

/** A JSON Schema, as far as schemas of the contract have it. */
type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** The TypeScript type of what a schema accepts (`input`) or gives (`output`), on one line. */
export const typeOfSchema = (schema: z.ZodType, io: 'input' | 'output'): string =>
  write(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema)

function write(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const some = schema.anyOf ?? schema.oneOf
  if (some) return [...new Set(some.map(write))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => `(${write(one)})`).join(' & ')
  switch (schema.type) {
    case 'object':
      return writeObject(schema)
    case 'array':
      return `(${write(schema.items ?? {})})[]`
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function writeObject({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties)
    return `Record<string, ${write(typeof additionalProperties === 'object' ? additionalProperties : {})}>`
  const fields = Object.entries(properties).map(
    ([name, value]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${write(value)}`,
  )
  return `{ ${fields.join('; ')} }`
}
