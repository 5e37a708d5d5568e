import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TaskDetail } from '#contract/bench.ts'
import { taskStateLabels } from '#contract/task-states.ts'
import { spaced } from '../../../lib/accession.ts'
import { classNames } from '../../../lib/class-names.ts'
import { priorityLabels, priorityTones } from '../../../lib/priority-labels.ts'
import { sayMinutes } from '../../../lib/times.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { When } from '../../../ui/when.tsx'
import bench from '../bench/bench.module.css'
import { Bench } from '../bench/bench.tsx'
import { taskQuery, useZone } from '../bench/bench-queries.ts'
import { Due } from '../bench/due.tsx'
import { sampleLabels, sampleTones, taskTones } from '../bench/task-words.ts'
import { TubeCap } from '../samples/tube-cap.tsx'
import { ClaimNext } from './claim-next.tsx'
import { TaskActions } from './task-actions.tsx'
import { TaskRecord } from './task-record.tsx'
import css from './task-screen.module.css'

/** One test on one sample, with all that is needed to do it. `results` is the panel in which they are entered. */
export function TaskScreen({ id, results }: { id: string; results?: ReactNode }) {
  const { data: task } = useSuspenseQuery(taskQuery(id))
  const zone = useZone()
  const { patient } = task
  return (
    <Bench>
      <PageHeader
        title={task.title}
        about={
          <span className={css.states}>
            <Badge tone={priorityTones[task.priority]}>{priorityLabels[task.priority]} priority</Badge>
            <Badge tone={taskTones[task.status]}>{taskStateLabels[task.status]}</Badge>
            {task.status !== 'completed' && <Due at={task.dueAt} zone={zone} />}
          </span>
        }
      />
      <div className={css.layout}>
        <div className={css.next}>
          <TaskActions task={task} zone={zone} />
          {task.status === 'completed' && <ClaimNext />}
        </div>
        <div className={classNames(bench.column, css.main)}>
          <Part id="patient" heading="Patient">
            <Facts
              dense
              facts={[
                { name: 'Name', value: patient.fullName },
                { name: 'Patient ID', value: patient.patientId },
                { name: 'Person number', value: patient.personNumber },
                { name: 'Age', value: String(patient.age) },
                { name: 'Gender', value: patient.gender },
              ]}
            />
          </Part>
          {results}
          <Part id="test" heading="Test details">
            <TestDetails task={task} />
          </Part>
          <Part id="info" heading="Task info">
            <Facts
              dense
              facts={[
                { name: 'Requested by', value: task.requestedBy },
                {
                  name: 'Requested date',
                  value: <When at={task.requestedDate} zone={zone} distance={false} />,
                },
                { name: 'Estimated duration', value: sayMinutes(task.estimatedDuration) },
                { name: 'Due', value: <When at={task.dueAt} zone={zone} /> },
                { name: 'Worked on by', value: task.mine ? 'you' : (task.claimedBy ?? 'nobody yet') },
              ]}
            />
          </Part>
        </div>
        <div className={bench.column}>
          <Part id="sample" heading="Sample">
            <SampleLine task={task} />
          </Part>
          <TaskRecord task={task} zone={zone} />
        </div>
      </div>
    </Bench>
  )
}

function Part({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className={bench.heading}>
        {heading}
      </h2>
      {children}
    </Card>
  )
}

function TestDetails({ task: { description, instructions, equipment } }: { task: TaskDetail }) {
  return (
    <div className={css.test}>
      <h3>Description</h3>
      <p>{description || 'The catalogue does not describe this test.'}</p>
      <h3>Instructions</h3>
      <p className={css.instructions}>{instructions || 'The catalogue has no instructions for this test.'}</p>
      <h3>Required equipment</h3>
      {equipment.length === 0 ? (
        <p>None is listed.</p>
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
    <div className={css.sample}>
      <TubeCap tube={task.tube} size={64} />
      <div>
        <Link to="/sample/$accession" params={{ accession: task.accession }} className={css.accession}>
          {spaced(task.accession)}
        </Link>
        <p>{task.tube}</p>
        <p className={css.soft}>{task.specimen}</p>
        <Badge tone={sampleTones[task.sampleStatus]}>{sampleLabels[task.sampleStatus]}</Badge>
      </div>
    </div>
  )
}
