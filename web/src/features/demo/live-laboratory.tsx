import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { capOf } from '../../lib/cap-of.ts'
import { floorRooms, toneNames } from '../../lib/floor-rooms.ts'
import { Screen } from '../../screen/screen.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RoomsDrawing, RoomsLegend } from '../../ui/rooms/rooms-drawing.tsx'
import type { Figure } from '../../ui/rooms/rooms-layout.ts'
import { useMedia } from '../../ui/use-media.ts'
import { DayTable } from './day-table.tsx'
import { demoPlan, demoSeed, type Staffing, usualStaffing } from './demo-plan.ts'
import { describeFloor, followDay, type Token } from './follow-day.ts'
import { usePlayback } from './use-playback.ts'

const opens = 7 * 60
const closes = 20 * 60
/** The still picture for those who reduce motion: the busiest hour. */
const stillAt = 9 * 60 + 30
const speeds = [1, 5, 20] as const

/** A made-up laboratory that runs in the page: nothing of it is anyone's, and nothing touches the server. */
export function LiveLaboratory() {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [staffing, setStaffing] = useState(usualStaffing)
  const [speed, setSpeed] = useState<number>(5)
  const [playing, setPlaying] = useState(!still)
  const { at, setAt, running } = usePlayback({ from: still ? stillAt : opens, until: closes, speed, playing })
  const shown = useDeferredValue(staffing)
  const floorAt = useMemo(() => followDay(simulateDay(demoPlan(shown), demoSeed)), [shown])
  const floor = floorAt(at)
  const words = useMemo(
    () => describeFloor(floorAt(Math.floor(at / 5) * 5), Math.floor(at / 5) * 5, shown.collectors),
    [floorAt, at, shown.collectors],
  )
  return (
    <Screen
      title={t`A day in a laboratory`}
      about={t`A simulated laboratory, running in this page: people arrive, are called, give samples, and get results that a second person has released. Change the staff and see what happens to the wait.`}
    >
      <div className="row mb-4 gap-x-5 gap-y-3">
        <p className="min-w-[5ch] font-700 text-3xl tabular-nums">{clockText(at)}</p>
        <Button
          variant="primary"
          onClick={() => {
            if (at >= closes) setAt(opens)
            setPlaying(!running)
          }}
        >
          {running ? t`Pause` : at >= closes ? t`Begin the day again` : t`Play`}
        </Button>
        <fieldset className="[&_label]:tap flex flex-wrap gap-x-4 [&_label]:gap-2">
          <legend className="visually-hidden">
            <Trans>Speed</Trans>
          </legend>
          {speeds.map((one) => (
            <label key={one}>
              <input type="radio" name="speed" checked={speed === one} onChange={() => setSpeed(one)} />
              <Trans>{one} min a second</Trans>
            </label>
          ))}
        </fieldset>
        <label className="min-w-[12rem] flex-1 [&_input]:min-h-target [&_input]:w-full [&_input]:accent-vial">
          <span className="visually-hidden">
            <Trans>Time of day</Trans>
          </span>
          <input
            type="range"
            min={opens}
            max={closes}
            step={5}
            value={Math.round(at)}
            aria-valuetext={clockText(at)}
            onChange={(event) => setAt(Number(event.target.value))}
          />
        </label>
      </div>
      <RoomsDrawing
        rooms={floorRooms}
        tokens={floor.tokens.map(({ chair, ...token }) => ({
          ...token,
          seat: chair,
          figure: figureOf(token),
        }))}
        seats={{ room: 'chairs', count: shown.collectors }}
      />
      <p className="mt-4 min-h-[3em]">
        <strong>
          <Trans>At {clockText(Math.floor(at / 5) * 5)}:</Trans>
        </strong>{' '}
        {words}.
      </p>
      <RoomsLegend names={toneNames}>
        <Trans>Tubes have the colour of their cap.</Trans>
      </RoomsLegend>
      <Controls staffing={staffing} onChange={setStaffing} />
      <DayTable staffing={shown} />
      <p className="mt-10">
        <Link to="/demo/visit" className={buttonClass()}>
          <Trans>Follow one visit, step by step</Trans>
        </Link>
      </p>
    </Screen>
  )
}

function Controls({ staffing, onChange }: { staffing: Staffing; onChange(staffing: Staffing): void }) {
  const slider = (
    name: keyof Staffing,
    label: string,
    min: number,
    max: number,
    step: number,
    said: string,
  ) => (
    <label className="grid [&_input]:min-h-target [&_input]:w-full [&_input]:accent-vial">
      <span>
        {label} <strong>{said}</strong>
      </span>
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={staffing[name]}
        aria-valuetext={said}
        onChange={(event) => onChange({ ...staffing, [name]: Number(event.target.value) })}
      />
    </label>
  )
  const bench = staffing.bench
  return (
    <section
      aria-labelledby="staff-title"
      className="cols-fit-240 mt-10 grid items-end gap-x-8 gap-y-3 [&_h2]:col-span-full [&_h2]:text-xl"
    >
      <h2 id="staff-title">
        <Trans>Who is on duty</Trans>
      </h2>
      {slider('collectors', t`People taking samples in the morning`, 2, 8, 1, String(staffing.collectors))}
      {slider(
        'bench',
        t`People at each bench`,
        -1,
        2,
        1,
        bench === 0 ? t`as usual` : bench < 0 ? t`1 fewer` : t`${bench} more`,
      )}
      {slider('visits', t`Patients of the day, about`, 120, 360, 20, String(staffing.visits))}
      <Button variant="plain" onClick={() => onChange(usualStaffing)}>
        <Trans>As usual</Trans>
      </Button>
    </section>
  )
}

function clockText(at: number): string {
  const minute = Math.floor(at)
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

const tones = { stat: 'urgent', appointment: 'strong' } as const

/** The figures of the simulation: the tone of a person by class, and the cap of a tube. */
function figureOf({ kind, looks }: Pick<Token, 'kind' | 'looks'>): Figure {
  return kind === 'person'
    ? { kind, tone: tones[looks as keyof typeof tones] ?? 'soft' }
    : { kind: 'tube', cap: capOf(looks) }
}
