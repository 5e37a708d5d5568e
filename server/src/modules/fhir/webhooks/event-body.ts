import type { ClaimedDelivery } from './queries-deliveries.ts'

type Event = Pick<ClaimedDelivery, 'type' | 'at' | 'siteId' | 'visitId' | 'sampleId' | 'version'>

/** What is sent of an event: its type, its time and ids. The receiver reads the rest through FHIR, under the limits of its client. */
export const eventBody = ({ type, at, siteId, visitId, sampleId, version }: Event) => ({
  type,
  timestamp: at.toISOString(),
  data:
    visitId === null
      ? {}
      : {
          site: siteId,
          visit: visitId,
          ...(sampleId !== null && { sample: sampleId }),
          ...(version !== null && { version }),
          resource: resourceOfEvent({ visitId, sampleId, version }),
        },
})

/** The FHIR resource that the event is about. A report has the id of its visit. */
export function resourceOfEvent({
  visitId,
  sampleId,
  version,
}: Pick<Event, 'visitId' | 'sampleId' | 'version'>): string {
  if (sampleId !== null) return `Specimen/${sampleId}`
  return version === null ? `Appointment/${visitId}` : `DiagnosticReport/${visitId}`
}
