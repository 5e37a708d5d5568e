import type { Resource } from '../resource.ts'

type Parameter = { name: string } & { [value: string]: unknown }

/** Parameters, without those whose value is missing. */
export const parametersOf = (parameter: readonly (Parameter | false | null)[]): Resource => ({
  resourceType: 'Parameters',
  parameter: parameter.filter((one) => one !== false && one !== null),
})
