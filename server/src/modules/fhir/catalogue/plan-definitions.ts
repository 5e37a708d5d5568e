import type { Config } from '#server/config.ts'
import { text } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import {
  codeParam,
  referenceByTextParam,
  stringParam,
  textIdParam,
  urlOfIdParam,
} from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import { baseOf, type Resource } from '../resource.ts'
import { definitionUrl } from './activity-definitions.ts'
import { definitionStatuses, hasTest, type PackageRow, packageRows } from './queries-offered.ts'

/** The packages of tests that the laboratory offers. */
export const planDefinitions = (config: Config): Kind =>
  kindOfTable<PackageRow>({
    type: 'PlanDefinition',
    scope: 'system/PlanDefinition.rs',
    rows: packageRows,
    order: { code: text('r.code') },
    params: {
      _id: textIdParam('code'),
      url: urlOfIdParam(`${baseOf(config)}/PlanDefinition/`, 'code'),
      title: stringParam('title', 'The name'),
      status: codeParam('status', definitionStatuses, 'Whether the package can be booked'),
      definition: referenceByTextParam(
        'ActivityDefinition',
        baseOf(config),
        'A test of the package',
        hasTest,
      ),
    },
    references: {
      definition: {
        targets: ['ActivityDefinition'],
        of: ({ action }) =>
          (action as { definitionCanonical: string }[]).map(({ definitionCanonical }) =>
            definitionCanonical.slice(baseOf(config).length + 1),
          ),
      },
    },
    summary: ['url', 'version', 'title', 'status', 'type', 'description'],
    subject: null,
    isVersioned: true,
    present: (row) => present(row, config),
  })

const orderSet = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/plan-definition-type', code: 'order-set' }],
}

const present = (row: PackageRow, config: Config): Resource => ({
  resourceType: 'PlanDefinition',
  id: row.code,
  meta: { versionId: String(row.version) },
  url: `${baseOf(config)}/PlanDefinition/${row.code}`,
  version: String(row.version),
  title: row.title,
  status: row.status,
  type: orderSet,
  ...(row.about !== '' && { description: row.about }),
  action: row.tests.map(({ code, name }) => ({
    title: name,
    definitionCanonical: definitionUrl(config, code),
  })),
})
