import type { Resource } from '../resource.ts'

export type Parameter = { name: string } & { [value: string]: unknown }

/** Parameters, without those that are false. */
export const parametersOf = (parameter: readonly (Parameter | false)[]): Resource => ({
  resourceType: 'Parameters',
  parameter: parameter.filter((one) => one !== false),
})
