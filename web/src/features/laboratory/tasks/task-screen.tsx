import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TaskDetail } from '#contract/bench.ts'
import { taskStateLabels } from '#contract/task-states.ts'
import { spaced } from '../../../lib/accession.ts'
import { priorityLabels, priorityTones } from '../../../lib/priority-labels.ts'
import { sayMinutes } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { Screen } from '../../../screen/screen.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { When } from '../../../ui/when.tsx'
import { Bench } from '../bench/bench.tsx'
import { taskQuery, useZone } from '../bench/bench-queries.ts'
import { Due } from '../bench/due.tsx'
import { sampleLabels, sampleTones, taskTones } from '../bench/task-words.ts'
import { TaskReferral } from '../referrals/task-referral.tsx'
import { TubeCap } from '../samples/tube-cap.tsx'
import { ClaimNext } from './claim-next.tsx'
import { TaskActions } from './task-actions.tsx'
import { TaskRecord } from './task-record.tsx'

/** One test on one sample, with all that is needed to do it. `results` is the panel in which they are entered. */
export function TaskScreen({ id, results }: { id: string; results?: ReactNode }) {
  const { data: task } = useSuspenseQuery(taskQuery(id))
  const zone = useZone()
  const { patient } = task
  return (
    <Bench>
      <Screen
        title={task.title}
        about={
          <span className="row gap-x-3 gap-y-2">
            <Badge tone={priorityTones[task.priority]}>
              <Trans>{priorityLabels[task.priority]} priority</Trans>
            </Badge>
            <Badge tone={taskTones[task.status]}>{translated(taskStateLabels[task.status])}</Badge>
            {task.status !== 'completed' && <Due at={task.dueAt} zone={zone} />}
          </span>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)_320px] grid-rows-[auto_1fr] items-start gap-x-6 gap-y-5 *:col-2 max-2xl:flex max-2xl:flex-col max-2xl:items-stretch">
          <div className="grid gap-4">
            <TaskActions task={task} zone={zone} />
            <TaskReferral task={task} zone={zone} />
            {task.status === 'completed' && <ClaimNext />}
          </div>
          <div className="stack col-1! row-[1/span_2] min-w-0 gap-5">
            <Part id="patient" heading={t`Patient`}>
              <Facts
                dense
                facts={[
                  { name: t`Name`, value: patient.fullName },
                  { name: t`Person number`, value: patient.personNumber },
                  { name: t`Age`, value: String(patient.age) },
                  { name: t`Gender`, value: patient.gender },
                ]}
              />
            </Part>
            {results}
            <Part id="test" heading={t`Test details`}>
              <TestDetails task={task} />
            </Part>
            <Part id="info" heading={t`Task info`}>
              <Facts
                dense
                facts={[
                  { name: t`Visit`, value: task.reference },
                  { name: t`Requested by`, value: task.requestedBy },
                  {
                    name: t`Requested date`,
                    value: <When at={task.requestedDate} zone={zone} distance={false} />,
                  },
                  { name: t`Estimated duration`, value: sayMinutes(task.estimatedDuration) },
                  { name: t`Due`, value: <When at={task.dueAt} zone={zone} /> },
                  { name: t`Worked on by`, value: task.mine ? t`you` : (task.claimedBy ?? t`nobody yet`) },
                ]}
              />
            </Part>
          </div>
          <div className="stack min-w-0 gap-5">
            <Part id="sample" heading={t`Sample`}>
              <SampleLine task={task} />
            </Part>
            <TaskRecord task={task} zone={zone} />
          </div>
        </div>
      </Screen>
    </Bench>
  )
}

function Part({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className="heading-row">
        {heading}
      </h2>
      {children}
    </Card>
  )
}

function TestDetails({ task: { description, instructions, equipment } }: { task: TaskDetail }) {
  return (
    <div className="[&_h3]:hint [&_h3:first-child]:mt-0 [&_h3]:mt-4 [&_h3]:font-600 [&_h3]:tracking-normal [&_p]:mt-1 [&_p]:max-w-[68ch] [&_ul]:mt-1 [&_ul]:max-w-[68ch] [&_ul]:ps-5">
      <h3>
        <Trans>Description</Trans>
      </h3>
      <p>{description || t`The catalogue does not describe this test.`}</p>
      <h3>
        <Trans>Instructions</Trans>
      </h3>
      <p className="whitespace-pre-wrap">
        {instructions || t`The catalogue has no instructions for this test.`}
      </p>
      <h3>
        <Trans>Required equipment</Trans>
      </h3>
      {equipment.length === 0 ? (
        <p>
          <Trans>None is listed.</Trans>
        </p>
      ) : (
        <ul>
          {equipment.map((piece) => (
            <li key={piece}>{piece}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function SampleLine({ task }: { task: TaskDetail }) {
  return (
    <div className="flex gap-4">
      <TubeCap tube={task.tube} size={64} />
      <div>
        <Link
          to="/sample/$accession"
          params={{ accession: task.accession }}
          className="inline-flex min-h-8 items-center font-650 tabular-nums"
        >
          {spaced(task.accession)}
        </Link>
        <p>{task.tube}</p>
        <p className="hint mb-2">{task.specimen}</p>
        <Badge tone={sampleTones[task.sampleStatus]}>{sampleLabels[task.sampleStatus]}</Badge>
      </div>
    </div>
  )
}
