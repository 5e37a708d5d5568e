import type { Config } from '#server/config.ts'
import { text } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { codeParam, stringParam, textIdParam, uriParam } from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import { type Resource, type Systems, systemsOf } from '../resource.ts'
import { expand, validateInValueSet, valueSetUrls } from './expand.ts'
import { type ValueSetRow, valueSetRows } from './queries-concepts.ts'

/** The tests that are offered, the analytes, and the LOINC codes of the analytes. */
export const valueSets = (config: Config): Kind => {
  const systems = systemsOf(config)
  const kind = kindOfTable<ValueSetRow>({
    type: 'ValueSet',
    scope: 'system/ValueSet.rs',
    rows: () => valueSetRows(valueSetUrls(config)),
    order: { id: text('r.id') },
    params: {
      _id: textIdParam('id'),
      url: uriParam('url', 'The URL of the value set'),
      name: stringParam('title', 'The name'),
      status: codeParam('status', ['active'], 'The state'),
    },
    summary: ['url', 'name', 'title', 'status'],
    subject: null,
    present: (row) => present(row, systems),
  })
  const definition = (name: string) => `http://hl7.org/fhir/OperationDefinition/ValueSet-${name}`
  return {
    ...kind,
    operations: [
      { name: 'expand', levels: ['type', 'instance'], definition: definition('expand'), run: expand },
      {
        name: 'validate-code',
        levels: ['type', 'instance'],
        definition: definition('validate-code'),
        run: validateInValueSet,
      },
    ],
  }
}

function present({ id, url, name, title, loincs }: ValueSetRow, systems: Systems): Resource {
  const included =
    id === 'tests'
      ? { system: systems.test, filter: [{ property: 'inactive', op: '=', value: 'false' }] }
      : id === 'analytes'
        ? { system: systems.analyte }
        : { system: systems.loinc, ...((loincs ?? []).length > 0 && { concept: loincs }) }
  return {
    resourceType: 'ValueSet',
    id,
    url,
    name,
    title,
    status: 'active',
    compose: { include: [included] },
  }
}
