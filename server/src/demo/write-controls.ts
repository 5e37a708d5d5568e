import {
  addControlLot,
  addControlMaterial,
  moveControlLot,
  recordRun,
  setControlTargets,
} from '#server/modules/laboratory/index.ts'
import { after, days, hours, minutes, stoppedClock, utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { normalQuantile } from '#simulation/normal.ts'
import { stream } from '#simulation/random.ts'

/** Controls of the past: materials, lots and one run of each level a day, through the product's own calls. */

const materials = [
  {
    name: 'Whole blood control',
    levels: {
      Normal: { WBC: [7.2, 0.25], RBC: [4.6, 0.06], PLT: [230, 9] },
      High: { WBC: [18, 0.6], RBC: [5.4, 0.07], PLT: [480, 16] },
    },
  },
  {
    name: 'Serum chemistry control',
    levels: {
      'Level 1': {
        ALT: [32, 1.6],
        UREA: [5.1, 0.18],
        CREATININE: [88, 3],
        SODIUM: [140, 1.2],
        POTASSIUM: [4.1, 0.08],
      },
      'Level 2': {
        ALT: [118, 4],
        UREA: [17.5, 0.5],
        CREATININE: [420, 11],
        SODIUM: [154, 1.3],
        POTASSIUM: [6.4, 0.12],
      },
    },
  },
] as const

type Levels = Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>

/** A run of the morning that breaks a rule: the analyte, its lot, and by how many standard deviations it is off. */
const outOfControl = { analyte: 'ALT', level: 'Level 2', z: 3.4 }

/** Today's run is in control, so that results can be released; with `out`, one analyte was out when it was measured again. */
export async function writeControls(
  by: { manager: SignedIn; technician: SignedIn },
  { seed, past, now, out = false }: { seed: number; past: number; now: Date; out?: boolean },
): Promise<number> {
  const clock = stoppedClock(after(now, -days(past)))
  const manager = { ...by.manager, clock }
  const technician = { ...by.technician, clock }
  const lots: {
    id: string
    targets: Readonly<Record<string, readonly [number, number]>>
    material: string
    level: string
  }[] = []
  for (const { name, levels } of materials) {
    const material = await addControlMaterial(manager, { name, manufacturer: 'Example Diagnostics' })
    for (const [level, targets] of Object.entries(levels as Levels)) {
      const number = `${name.charAt(0)}${level.replace(/\W/g, '').charAt(0)}-${String(1000 + lots.length)}`
      const expiresOn = utcDay(after(now, days(200)))
      const { id } = await addControlLot(manager, { materialId: material.id, level, number, expiresOn })
      const given = Object.entries(targets).map(([analyte, [mean, sd]]) => ({ analyte, mean, sd }))
      await setControlTargets(manager, id, given)
      await moveControlLot(manager, id, { status: 'open', reason: '' })
      lots.push({ id, targets, material: name, level })
    }
  }
  let runs = 0
  for (let day = past; day >= 0; day--) {
    const at = day === 0 ? after(now, -hours(out ? 3.4 : 0.1)) : after(now, -days(day))
    clock.set(at)
    const random = stream(seed, 'controls', day)
    let run: string | undefined
    for (const [index, { id, targets, material }] of lots.entries()) {
      if (lots[index - 1]?.material !== material) run = undefined
      // The last week is close to its targets, so that no made-up run blocks the release of real results.
      const width = day < 8 ? 0.6 : 1
      const values = Object.fromEntries(
        Object.entries(targets).map(([analyte, [mean, sd]]) => [
          analyte,
          Number((mean + sd * width * normalQuantile(random())).toPrecision(5)),
        ]),
      )
      const noted = await recordRun(technician, {
        lot: id,
        instrument: 'Analyser 1',
        values,
        ...(run && { run }),
      })
      run = noted.run
      runs++
    }
  }
  const again = lots.find(({ level }) => level === outOfControl.level)
  const [mean, sd] = again?.targets[outOfControl.analyte] ?? []
  if (!out || !again || mean === undefined || sd === undefined) return runs
  clock.set(after(now, -minutes(24)))
  const values = { [outOfControl.analyte]: Number((mean + outOfControl.z * sd).toPrecision(5)) }
  await recordRun(technician, { lot: again.id, instrument: 'Analyser 1', values })
  return runs + 1
}
