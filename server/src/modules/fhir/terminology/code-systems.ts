import type { Config } from '#server/config.ts'
import { text } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { codeParam, stringParam, textIdParam, tokenParam, uriParam } from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import { type Resource, systemsOf } from '../resource.ts'
import { lookUp, validateInSystem } from './look-up.ts'
import { propertiesOf } from './properties.ts'
import { definesCode, type SystemRow, systemRows } from './queries-concepts.ts'

/** The codes of the laboratory’s tests and analytes. */
export const codeSystems = (config: Config): Kind => {
  const systems = systemsOf(config)
  const kind = kindOfTable<SystemRow>({
    type: 'CodeSystem',
    scope: 'system/CodeSystem.rs',
    rows: () => systemRows(systems),
    order: { id: text('r.id') },
    params: {
      _id: textIdParam('id'),
      url: uriParam('url', 'The URI of the code system'),
      system: uriParam('url', 'The URI of the code system'),
      name: stringParam('title', 'The name'),
      status: codeParam('status', ['active'], 'The state'),
      code: tokenParam([{ system: null, is: definesCode }], 'A code of the code system'),
    },
    summary: ['url', 'name', 'title', 'status', 'caseSensitive', 'content', 'count'],
    subject: null,
    present,
  })
  const definition = (name: string) => `http://hl7.org/fhir/OperationDefinition/CodeSystem-${name}`
  return {
    ...kind,
    operations: [
      {
        name: 'lookup',
        levels: ['type', 'instance'],
        definition: definition('lookup'),
        run: lookUp,
      },
      {
        name: 'validate-code',
        levels: ['type', 'instance'],
        definition: definition('validate-code'),
        run: validateInSystem,
      },
    ],
  }
}

const properties = {
  test: [
    { code: 'inactive', uri: 'http://hl7.org/fhir/concept-properties#inactive', type: 'boolean' },
    { code: 'specimen', description: 'The specimen', type: 'string' },
  ],
  analyte: [
    { code: 'unit', description: 'The unit in UCUM', type: 'string' },
    { code: 'loinc', description: 'The LOINC code', type: 'string' },
  ],
}

function present({ id, url, name, title, concepts }: SystemRow): Resource {
  return {
    resourceType: 'CodeSystem',
    id,
    url,
    name,
    title,
    status: 'active',
    caseSensitive: true,
    content: 'complete',
    count: concepts.length,
    property: id === 'test' ? properties.test : properties.analyte,
    ...(concepts.length > 0 && {
      concept: concepts.map((concept) => ({
        code: concept.code,
        display: concept.display,
        ...(concept.definition !== '' && { definition: concept.definition }),
        ...(propertiesOf(concept).length > 0 && { property: propertiesOf(concept) }),
      })),
    }),
  }
}
