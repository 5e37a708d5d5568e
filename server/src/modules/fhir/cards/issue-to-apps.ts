import { invalid, Refusal } from '#server/platform/errors.ts'
import { requireScope } from '../admit-client.ts'
import type { Kind, Operation } from '../kind.ts'
import { readSince } from '../read-date.ts'
import { kindOf, readOne } from '../read-one.ts'
import { valuesOf } from '../report-values.ts'
import { cardTypes, issueCard } from './issue-card.ts'
import { siteOfVisit } from './queries-cards.ts'

/** The most reports of which one request gets cards, the latest. */
const mostCards = 5

/**
 * `$health-cards-issue`: cards of the reports of a patient, for a wallet app that the patient has authorized. Other programs get none, since
 * whoever holds a card can show it.
 */
export const issueHealthCards = (patients: Kind, kinds: readonly Kind[]): Operation => ({
  name: 'health-cards-issue',
  levels: ['instance'],
  definition:
    'http://hl7.org/fhir/uv/smart-health-cards-and-links/OperationDefinition/patient-i-health-cards-issue',
  scope: 'system/DiagnosticReport.rs',
  isPosted: true,
  async run(call, { id, params }) {
    const accountId = call.client.person?.openTo ?? null
    if (accountId === null)
      throw new Refusal('not_allowed', 'Only an app that a patient lets read gets health cards')
    const [reports, observations] = [kindOf(kinds, 'DiagnosticReport'), kindOf(kinds, 'Observation')]
    for (const { scope } of [patients, observations]) requireScope(call, scope)
    const types = params.getAll('credentialType')
    if (types.length === 0) throw invalid({ credentialType: ['Send the type of the cards'] })
    const patient = await readOne(call, patients, id ?? '')
    const since = readSince(params.get('_since'))
    const asked = [
      { name: 'patient', all: [[patient.id ?? '']] },
      ...(since === null ? [] : [{ name: 'issued', all: [[`ge${since.toISOString()}`]] }]),
    ]
    const found = types.every((type) => cardTypes.includes(type))
      ? await reports.search(call, asked, { limit: mostCards }, { by: 'issued', descends: true })
      : { rows: [] }
    const cards: string[] = []
    for (const report of found.rows) {
      const id = report.id ?? ''
      const resources = { report, patient, ...(await valuesOf(call, observations, report)) }
      const visit = { siteId: await siteOfVisit(call.db, id), id }
      const reason = `By the app ${call.client.name}, which somebody let read`
      const card = await issueCard(call, visit, resources, { accountId, reason })
      if (card !== null) cards.push(card)
    }
    return {
      resourceType: 'Parameters',
      ...(cards.length > 0 && {
        parameter: cards.map((valueString) => ({ name: 'verifiableCredential', valueString })),
      }),
    }
  },
})
