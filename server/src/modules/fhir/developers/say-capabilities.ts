import type { Config } from '#server/config.ts'
import { capabilityStatement } from '../capability-statement.ts'
import { kindsOf } from '../kinds.ts'

type Stated = {
  type: string
  interaction: { code: string }[]
  searchParam?: { name: string }[]
  operation?: { name: string }[]
}

/** The types of the CapabilityStatement, shortly. */
export function sayCapabilities(config: Config) {
  const { rest } = capabilityStatement(config, kindsOf(config)) as unknown as {
    rest: { resource: Stated[] }[]
  }
  return rest
    .flatMap(({ resource }) => resource)
    .map(({ type, interaction, searchParam = [], operation = [] }) => ({
      type,
      interactions: interaction.map(({ code }) => code),
      search: searchParam.map(({ name }) => name),
      operations: operation.map(({ name }) => name),
    }))
    .sort((one, other) => (one.type < other.type ? -1 : 1))
}
