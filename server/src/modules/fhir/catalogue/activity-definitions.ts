import type { Config } from '#server/config.ts'
import { text } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import {
  codeParam,
  equals,
  stringParam,
  textIdParam,
  tokenParam,
  urlOfIdParam,
} from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import { baseOf, type Resource, systemsOf } from '../resource.ts'
import { definitionStatuses, type TestRow, testRows } from './queries-offered.ts'

/** The tests that the laboratory offers. */
export const activityDefinitions = (config: Config): Kind => {
  const { test } = systemsOf(config)
  return kindOfTable<TestRow>({
    type: 'ActivityDefinition',
    scope: 'system/ActivityDefinition.rs',
    rows: testRows,
    order: { code: text('r.code') },
    params: {
      _id: textIdParam('code'),
      url: urlOfIdParam(definitionUrl(config, ''), 'code'),
      identifier: tokenParam([{ system: test, is: equals('code') }], 'The code of the test'),
      title: stringParam('title', 'The name'),
      status: codeParam('status', definitionStatuses, 'Whether the test can be booked'),
    },
    summary: ['url', 'identifier', 'version', 'title', 'status', 'description', 'kind', 'code'],
    subject: null,
    isVersioned: true,
    present: (row) => present(row, config),
  })
}

export const definitionUrl = (config: Pick<Config, 'publicUrl'>, code: string) =>
  `${baseOf(config)}/ActivityDefinition/${code}`

function present(row: TestRow, config: Config): Resource {
  const { code, version, status, title, about, preparation, specimen, tube, analytes } = row
  const { test } = systemsOf(config)
  const taken = [specimen, tube].filter((part) => part !== '').join(', ')
  return {
    resourceType: 'ActivityDefinition',
    id: code,
    meta: { versionId: String(version) },
    url: definitionUrl(config, code),
    identifier: [{ system: test, value: code }],
    version: String(version),
    title,
    status,
    ...(about !== '' && { description: about }),
    ...(preparation !== '' && { usage: preparation }),
    kind: 'ServiceRequest',
    code: { coding: [{ system: test, code, display: title }], text: title },
    intent: 'order',
    ...(taken !== '' && { specimenRequirement: [{ display: taken }] }),
    ...(analytes.length > 0 && { observationResultRequirement: analytes.map((display) => ({ display })) }),
  }
}
