import type { Config } from '#server/config.ts'
import { text } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { codeParam, stringParam, textIdParam, uriParam } from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import type { Resource } from '../resource.ts'
import { type Mapping, type MapRow, mapRows } from './queries-concepts.ts'
import { mapUrls, sidesOf, translate } from './translate.ts'

/** The LOINC codes of analytes, and the tests that measure what a LOINC code means. */
export const conceptMaps = (config: Config): Kind => {
  const kind = kindOfTable<MapRow>({
    type: 'ConceptMap',
    scope: 'system/ConceptMap.rs',
    rows: () => mapRows(mapUrls(config)),
    order: { id: text('r.id') },
    params: {
      _id: textIdParam('id'),
      url: uriParam('url', 'The URL of the concept map'),
      name: stringParam('title', 'The name'),
      status: codeParam('status', ['active'], 'The state'),
    },
    summary: ['url', 'name', 'title', 'status', 'sourceUri', 'targetUri'],
    subject: null,
    present: (row) => present(row, config),
  })
  return {
    ...kind,
    operations: [
      {
        name: 'translate',
        levels: ['type', 'instance'],
        definition: 'http://hl7.org/fhir/OperationDefinition/ConceptMap-translate',
        run: translate,
      },
    ],
  }
}

function present({ id, url, name, title, mappings }: MapRow, config: Config): Resource {
  const { source, target } = sidesOf(config, id)
  return {
    resourceType: 'ConceptMap',
    id,
    url,
    name,
    title,
    status: 'active',
    sourceUri: source.valueSet,
    targetUri: target.valueSet,
    ...(mappings.length > 0 && {
      group: [{ source: source.system, target: target.system, element: elementsOf(mappings) }],
    }),
  }
}

/** The mappings by source. */
const elementsOf = (mappings: readonly Mapping[]) =>
  [...Map.groupBy(mappings, ({ source }) => source)].map(([code, targets]) => ({
    code,
    display: targets[0]?.sourceDisplay,
    target: targets.map(({ code: mapped, display, equivalence }) => ({ code: mapped, display, equivalence })),
  }))
