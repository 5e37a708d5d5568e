import { expect, it } from 'vitest'
import { startAnalysers } from '#server/demo/demo-analysers.ts'
import { writeAnalysers } from '#server/demo/write-analysers.ts'
import { actingAs } from '#server/demo/write-reports.ts'
import { analyteOf, openBench } from './bench-tasks.ts'
import { hold } from './instruments.ts'

it('the demonstration has an analyser that measures blood counts, an analyser with held values, a silent one and a centrifuge', async () => {
  const { lab, bench, ama, hana } = await openBench()
  const manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
  await writeAnalysers(await actingAs(lab.context, manager.accountId))
  expect(await startAnalysers(lab.context, 600)).toBeNull()
  const analysers = await startAnalysers(lab.context, 1)
  const holding = hold(lab)
  await analysers?.connected()
  const { task } = await bench.started(ama, hana)
  const [{ accession }] = (
    await lab.pool.query(
      'select s.accession from sample s join task k on k.sample_id = s.id where k.id = $1',
      [task],
    )
  ).rows
  await analysers?.measure(accession, new Map([['HGB', 12.9]]))
  const measured = async () => analyteOf(await bench.form(task, hana), 'HGB')
  await expect.poll(measured).toMatchObject({ measured: { value: 12.9, instrument: 'Sysmex XN-330' } })
  const states = async () =>
    (await lab.call('GET', '/api/instruments', { by: hana }))
      .json()
      .instruments.map(({ name, held, heardAt }: { name: string; held: number; heardAt: string }) => [
        name,
        held,
        heardAt < lab.clock.now().toISOString(),
      ])
  await expect.poll(states, { timeout: 10_000 }).toEqual([
    ['Chemistry analyser', 0, true],
    ['Hettich EBA 200', 0, false],
    ['Mindray BC-5380', 2, false],
    ['Sysmex XN-330', 0, false],
  ])
  // The interface of the counter is verified, and its mapping is still the one that was signed.
  const { instruments } = (await lab.call('GET', '/api/instruments', { by: hana })).json()
  const counter = instruments.find(({ name }: { name: string }) => name === 'Sysmex XN-330').id
  const verified = await lab.call('GET', `/api/instruments/${counter}/verifications`, { by: manager })
  expect(verified.json().rows).toMatchObject([
    { state: 'signed', compared: 5, signed: { by: 'Mansa Manager', isOutdated: false } },
  ])
  await analysers?.stop()
  await holding.stop()
  await lab.close()
})
