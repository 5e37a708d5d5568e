import { invalid, notFound } from '#server/platform/errors.ts'
import type { ClientCall } from '../admit-client.ts'
import type { OperationAsked } from '../kind.ts'
import { type Resource, systemsOf } from '../resource.ts'
import { askedCodings } from './asked-coding.ts'
import { valueSetUrls } from './expand.ts'
import { type Parameter, parametersOf } from './parameters.ts'
import { findMappings, type MapId } from './queries-concepts.ts'

const mapIds = ['analyte-to-loinc', 'loinc-to-test'] as const satisfies readonly MapId[]

export const mapUrls = ({ publicUrl }: { publicUrl: string }): Record<MapId, string> => ({
  'analyte-to-loinc': `${publicUrl}/fhir/ConceptMap/analyte-to-loinc`,
  'loinc-to-test': `${publicUrl}/fhir/ConceptMap/loinc-to-test`,
})

/** The code systems and value sets that a map leads from and to. */
export function sidesOf(config: { publicUrl: string }, id: string) {
  const systems = systemsOf(config)
  const valueSets = valueSetUrls(config)
  const loinc = { system: systems.loinc, valueSet: valueSets.loinc }
  return id === 'analyte-to-loinc'
    ? { source: { system: systems.analyte, valueSet: valueSets.analytes }, target: loinc }
    : { source: loinc, target: { system: systems.test, valueSet: valueSets.tests } }
}

/** `$translate`: what a code means in the other code system of a map. Without a map, the maps of the code’s system are used. */
export async function translate(call: ClientCall, asked: OperationAsked): Promise<Resource> {
  const { config, db } = call
  const isReverse = asked.params.get('reverse') === 'true'
  const target = asked.params.get('targetsystem')
  const maps = mapsOf(call, asked)
  const match: Parameter[] = []
  for (const { system, code } of askedCodings(asked, 'system'))
    for (const map of maps) {
      const sides = sidesOf(config, map)
      const [from, to] = isReverse ? [sides.target, sides.source] : [sides.source, sides.target]
      if (system !== from.system || (target !== null && target !== to.system)) continue
      for (const found of await findMappings(db, map, { code, isReverse })) {
        const coding = isReverse
          ? { system: to.system, code: found.source, display: found.sourceDisplay }
          : { system: to.system, code: found.code, display: found.display }
        const equivalence = isReverse && found.equivalence === 'wider' ? 'narrower' : found.equivalence
        match.push({
          name: 'match',
          part: [
            { name: 'equivalence', valueCode: equivalence },
            { name: 'concept', valueCoding: coding },
            { name: 'source', valueUri: mapUrls(config)[map] },
          ],
        })
      }
    }
  return parametersOf([
    { name: 'result', valueBoolean: match.length > 0 },
    match.length === 0 && { name: 'message', valueString: 'There is no mapping of this code' },
    ...match,
  ])
}

/** The map of the address or in `url`; otherwise all of them. */
function mapsOf({ config }: ClientCall, { id, params }: OperationAsked): readonly MapId[] {
  const url = params.get('url')
  if (id === null && url === null) return mapIds
  const map = mapIds.find((one) => (id === null ? mapUrls(config)[one] === url : one === id))
  if (map) return [map]
  if (id !== null) throw notFound('This ConceptMap')
  throw invalid({ url: [`“${(url ?? '').slice(0, 200)}” is no concept map of the laboratory`] })
}
