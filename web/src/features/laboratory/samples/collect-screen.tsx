import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { arriveVisit, receiveSample } from '#contract/bench.ts'
import { mayBecome, visitStateLabels } from '#contract/visit-states.ts'
import { call } from '../../../api/client.ts'
import { useNamesSite } from '../../../api/use-names-site.ts'
import { priorityLabels, priorityTones } from '../../../lib/priority-labels.ts'
import { translated } from '../../../lib/translated.ts'
import { visitTones } from '../../../lib/visit-tones.ts'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { Badge } from '../../../ui/badge.tsx'
import { KeyButton } from '../../../ui/key-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Bench } from '../bench/bench.tsx'
import { planQuery } from '../bench/bench-queries.ts'
import { CollectForm } from './collect-form.tsx'
import { PrintLabels } from './print-labels.tsx'
import { VisitSamples } from './visit-samples.tsx'
import { VisitTests } from './visit-tests.tsx'
import { WaitsAgain } from './waits-again.tsx'

/** A visit from the desk to the bench: check in, identify, collect, label, receive. `report` is shown below its samples. */
export function CollectScreen({ id, report }: { id: string; report: ReactNode }) {
  const { data: plan } = useSuspenseQuery(planQuery(id))
  const arrive = useCall(() => call(arriveVisit, { params: { id } }), { saysRefusal: true })
  const receive = useCall((accession: string) => call(receiveSample, { params: { accession } }), {
    saysRefusal: true,
  })
  const namesSite = useNamesSite()
  const { patient, samples, site, status, tubes } = plan
  const zone = site.timeZone
  const awaitSamples = useFocusOnNew(samples.length)
  const mayArrive = mayBecome(status, 'arrived')
  const waitsAgain = samples.length > 0 && tubes.length > 0
  return (
    <Bench
      scanHint={t`Scan a label of this visit to receive its sample; another code opens what it belongs to.`}
      onFound={({ kind, id: found }) => {
        const own = kind === 'sample' ? samples.find(({ accession }) => accession === found) : undefined
        if (own?.status !== 'collected') return false
        receive.mutate(found)
        return true
      }}
    >
      <Screen
        title={patient.fullName}
        about={
          <span className="row gap-x-3 gap-y-2">
            <Trans>
              {patient.gender}, {patient.age}, person {patient.personNumber}, visit {plan.reference}
            </Trans>
            {namesSite(site.id) && (
              <span>
                <Trans>at {site.name}</Trans>
              </span>
            )}
            <Badge tone={visitTones[status]}>{translated(visitStateLabels[status])}</Badge>
            <Badge tone={priorityTones[plan.priority]}>
              <Trans>{priorityLabels[plan.priority]} priority</Trans>
            </Badge>
          </span>
        }
        action={
          mayArrive && (
            <KeyButton
              shortcut="A"
              variant="primary"
              pending={arrive.isPending}
              pendingText={t`Checking in…`}
              onPress={() => arrive.mutate()}
            >
              {t`Check in`}
            </KeyButton>
          )
        }
      >
        <div className="stack min-w-0 gap-5">
          {plan.order && (
            <Notice>
              <p>
                <Trans>
                  This is a recollection for{' '}
                  <Link to="/collect/$visitId" params={{ visitId: plan.order.id }}>
                    {plan.order.reference}
                  </Link>
                  : the samples and the report belong to that visit.
                </Trans>
              </p>
              {plan.labels.length > 0 && <PrintLabels accessions={plan.labels} awaited />}
            </Notice>
          )}
          {waitsAgain && !plan.order && (
            <WaitsAgain plan={plan} siteId={samples[0]?.siteId ?? ''} zone={zone} />
          )}
          {tubes.length > 0 && status !== 'cancelled' && (
            // Another set of tubes is another form: who it is must be asked again.
            <CollectForm key={samples.length} plan={plan} onCollected={awaitSamples} />
          )}
          {status === 'cancelled' && (
            <Notice>
              <p>
                <Trans>This visit was cancelled. Nothing is collected for it.</Trans>
              </p>
            </Notice>
          )}
          <VisitTests visitId={id} />
          {samples.length > 0 && <VisitSamples samples={samples} zone={zone} />}
          {report}
        </div>
      </Screen>
    </Bench>
  )
}

/** Leads on to the samples once those that were just collected here have arrived; others' move nobody's focus. */
function useFocusOnNew(count: number): () => void {
  const awaited = useRef<number | null>(null)
  useEffect(() => {
    if (awaited.current === null || count <= awaited.current) return
    awaited.current = null
    document.getElementById('samples')?.focus()
  }, [count])
  return () => {
    awaited.current = count
  }
}
