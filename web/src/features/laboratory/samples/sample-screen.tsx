import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { discardSample, listTasks, receiveSample, type Sample } from '#contract/bench.ts'
import { taskStateLabels } from '#contract/task-states.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { spaced } from '../../../lib/accession.ts'
import { translated } from '../../../lib/translated.ts'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { KeyButton } from '../../../ui/key-button.tsx'
import { When } from '../../../ui/when.tsx'
import { Bench } from '../bench/bench.tsx'
import { renewing, sampleQuery, useZone } from '../bench/bench-queries.ts'
import { sampleLabels, sampleTones, taskTones } from '../bench/task-words.ts'
import { AliquotButton } from './aliquot-button.tsx'
import { PrintLabels } from './print-labels.tsx'
import { ReasonButton } from './reason-button.tsx'
import { RejectButton } from './reject-button.tsx'
import { SampleLabel } from './sample-label.tsx'
import { StorageForm } from './storage-form.tsx'
import { TubeCap } from './tube-cap.tsx'
import { whyNotSample } from './why-not-sample.ts'

/** One sample: whose, where, in which state, and what can be done with it. `report` is the report of its visit. */
export function SampleScreen({ accession, report }: { accession: string; report: ReactNode }) {
  const { data: sample } = useSuspenseQuery(sampleQuery(accession))
  const zone = useZone()
  const receive = useCall(() => call(receiveSample, { params: { accession } }), { saysRefusal: true })
  const awaited = sample.status === 'collected'
  return (
    <Bench
      {...(awaited && { scanHint: t`Scan this label once more to receive the sample.` })}
      onFound={({ kind, id }) => {
        if (kind !== 'sample' || id !== accession) return false
        if (awaited) receive.mutate()
        return true
      }}
    >
      <Screen
        title={<span className="figures">{spaced(accession)}</span>}
        about={
          <span className="row gap-x-3 gap-y-2">
            <TubeCap tube={sample.tube} size={40} />
            {sample.tube}
            <Badge tone={sampleTones[sample.status]}>{sampleLabels[sample.status]}</Badge>
          </span>
        }
        action={
          awaited && (
            <KeyButton
              shortcut="R"
              variant="primary"
              pending={receive.isPending}
              onPress={() => receive.mutate()}
            >
              {t`Receive`}
            </KeyButton>
          )
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-6 max-2xl:grid-cols-1">
          <div className="stack min-w-0 gap-5">
            <Card title={t`Details`}>
              <Facts dense facts={factsOf(sample, zone)} />
            </Card>
            <SampleTasks accession={accession} />
            {report}
            {sample.aliquots.length > 0 && <SampleParts parts={sample.aliquots} />}
          </div>
          <div className="stack min-w-0 gap-5">
            <Card title={t`Actions`}>
              <div className="flex flex-wrap gap-3">
                <AliquotButton accession={accession} whyNot={whyNotDivide(sample)} />
                <RejectButton sample={sample} zone={zone} />
                <ReasonButton
                  title={t`Discard ${spaced(accession)}?`}
                  about={t`Its place becomes free, and it can no longer be tested.`}
                  yes={t`Discard`}
                  no={t`Keep the sample`}
                  danger
                  whyNot={whyNotSample(sample.status, 'discarded')}
                  endpoint={discardSample}
                  params={{ accession }}
                >
                  <Trans>Discard</Trans>
                </ReasonButton>
              </div>
            </Card>
            {whyNotSample(sample.status, 'rejected') === null && (
              <Card title={t`Label`}>
                <SampleLabel sample={sample} />
                <PrintLabels accessions={[accession]} />
              </Card>
            )}
            <StorageForm
              accession={accession}
              place={sample.storagePlace}
              rackId={sample.rackId}
              refrigerated={sample.refrigeratedAt !== null}
            />
          </div>
        </div>
      </Screen>
    </Bench>
  )
}

function whyNotDivide({ status }: Sample): string | null {
  return status === 'received' ? null : t`Only a received sample can be aliquoted.`
}

function factsOf(sample: Sample, zone: string): Fact[] {
  const { patient } = sample
  const when = (at: string, by: string | null, place = '') => (
    <>
      {by}
      {place && `, ${place}`}, <When at={at} zone={zone} distance={false} />
    </>
  )
  const link = (accession: string) => (
    <Link to="/sample/$accession" params={{ accession }} className="figures">
      {spaced(accession)}
    </Link>
  )
  return [
    { name: t`Patient`, value: `${patient.fullName}, ${patient.gender}, ${patient.age}` },
    { name: t`Person number`, value: patient.personNumber },
    {
      name: t`Visit`,
      value: (
        <Link to="/collect/$visitId" params={{ visitId: sample.visitId }}>
          {sample.reference}
        </Link>
      ),
    },
    { name: t`Specimen`, value: sample.specimen },
    { name: t`Collected`, value: when(sample.collectedAt, sample.collectedBy, sample.collectedAtPlace) },
    ...(sample.receivedAt ? [{ name: t`Received`, value: when(sample.receivedAt, sample.receivedBy) }] : []),
    ...(sample.rejectedAt ? [{ name: t`Rejected`, value: when(sample.rejectedAt, sample.rejectedBy) }] : []),
    ...(sample.rejection ? [{ name: t`Reason`, value: sample.rejection }] : []),
    ...(sample.discardedAt
      ? [{ name: t`Discarded`, value: when(sample.discardedAt, sample.discardedBy) }]
      : []),
    ...(sample.discardReason ? [{ name: t`Reason for discarding`, value: sample.discardReason }] : []),
    { name: t`Stored at`, value: sample.storagePlace },
    ...(sample.aliquotOf ? [{ name: t`Aliquot of`, value: link(sample.aliquotOf) }] : []),
    ...(sample.replaces ? [{ name: t`Replaces`, value: link(sample.replaces) }] : []),
    ...(sample.replacedBy ? [{ name: t`Recollected as`, value: link(sample.replacedBy) }] : []),
    ...(sample.nextLabel ? [{ name: t`Label of the new tube`, value: spaced(sample.nextLabel) }] : []),
  ]
}

/** Its tasks, as far as the person may see them. */
function SampleTasks({ accession }: { accession: string }) {
  const { data } = useQuery({ ...queryFor(listTasks, { query: { search: accession } }), ...renewing })
  return (
    <Card title={t`Tasks`}>
      {data?.rows.length === 0 && (
        <p>
          <Trans>This sample has no open task of your specialties.</Trans>
        </p>
      )}
      <ul className="[&_a]:tap [&_li]:flex [&_li]:min-h-target [&_li]:items-center [&_li]:justify-between [&_li]:gap-3 [&_li]:border-b">
        {data?.rows.map((task) => (
          <li key={task.id}>
            <Link to="/tasks/$id" params={{ id: task.id }}>
              {task.title}
            </Link>
            <Badge tone={taskTones[task.status]}>{translated(taskStateLabels[task.status])}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What was taken from it, and where that is. */
function SampleParts({ parts }: { parts: Sample['aliquots'] }) {
  return (
    <Card title={t`Aliquots`}>
      <ul className="[&_a]:tap [&_li]:flex [&_li]:min-h-target [&_li]:items-center [&_li]:justify-between [&_li]:gap-3 [&_li]:border-b">
        {parts.map(({ accession, tube, status, storagePlace }) => (
          <li key={accession}>
            <span>
              <Link to="/sample/$accession" params={{ accession }} className="figures">
                {spaced(accession)}
              </Link>{' '}
              {tube}, {storagePlace || t`no place`}
            </span>
            <Badge tone={sampleTones[status]}>{sampleLabels[status]}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
