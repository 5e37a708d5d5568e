import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installedBinaries, program } from '#server/platform/postgres/binaries.ts'
import { measureAvailability } from './availability.ts'
import { measureBookings } from './bookings.ts'
import { measureChunks } from './chunks.ts'
import { measureDay } from './day.ts'
import { measureEnumeration } from './enumeration.ts'
import { measureExport } from './export-memory.ts'
import { measureFhir } from './fhir.ts'
import { measureFirstPage } from './first-page.ts'
import { measureFirstVisits } from './first-visits.ts'
import { measureInstruments } from './instruments.ts'
import { closeLaboratories, removeRemains } from './laboratory.ts'
import { closeWorkers } from './load.ts'
import { measureLogIns } from './log-ins.ts'
import { measureManager, overTheAim } from './manager.ts'
import { type Row, table } from './markdown-table.ts'
import type { Memory } from './memory.ts'
import { measureMessages } from './messages.ts'
import type { CallFigures } from './meter.ts'
import { measureMixedCalls } from './mixed-calls.ts'
import { measureQueue } from './queue.ts'
import { measureReads } from './reads.ts'
import { inEarnest, quick } from './sizes.ts'
import { measureTechnicians } from './technicians.ts'
import { measureUpgrade } from './upgrade.ts'
import { measureWaits } from './waits.ts'

/**
 * `npm run bench [-- --quick] [-- --only bookings,reads,availability,log-ins,enumeration,technicians,manager,queue,messages,waits,first-page,chunks,upgrade,mixed-calls,instruments,day,fhir,export] [-- --out folder]`: every
 * figure about speed and size that we state, measured in one run, since machines differ. `--quick` only checks that every part
 * works.
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, out: { type: 'string' } },
})
const size = values.quick ? quick : inEarnest
const ms = (value: number) => value.toFixed(1)
const whole = (value: number) => Math.round(value)

type Section = { title: string; note: string; rows: Row[] }

const rowOfCall = ({ call, clients, perSecond, p50, p99, server, database, ceiling }: CallFigures): Row => ({
  call,
  clients,
  '/s': whole(perSecond),
  'p50 ms': ms(p50),
  'p99 ms': ms(p99),
  'server µs': whole(server),
  'database µs': whole(database),
  'ceiling /s': whole(ceiling),
})

const sections: Record<string, () => Promise<Section[]>> = {
  async bookings() {
    const { figures, memory } = await measureBookings(size.bookings)
    return [
      {
        title: 'Bookings a second',
        note: 'HTTP: signed in, with an idempotency key, as the web sends it. Raw: the same statement straight into the same database, in turns. Bare: an insert of site, chair and time under nothing but the exclusion constraint. Load generator, server and database share the cores; µs is processor time per booking.',
        rows: figures.map(({ clients, http, raw, bare, ratio, ceiling }) => ({
          clients,
          'HTTP /s': whole(http.perSecond),
          'p50 ms': ms(http.p50),
          'p99 ms': ms(http.p99),
          'raw /s': whole(raw.perSecond),
          'HTTP : raw': ratio.toFixed(2),
          'bare /s': whole(bare.perSecond),
          'server µs': whole(http.server),
          'database µs': whole(http.database),
          'raw database µs': whole(raw.database),
          'bare database µs': whole(bare.database),
          'generator µs': whole(http.generator),
          'ceiling /s': whole(ceiling),
        })),
      },
      {
        title: 'Memory before and after these bookings',
        note: 'MiB: resident of the server; of the database’s processes with what they share counted once.',
        rows: [
          { when: 'before', ...rounded(memory.before) },
          { when: 'after', ...rounded(memory.after) },
        ],
      },
    ]
  },
  async reads() {
    const figures = await measureReads(size.reads)
    return [
      {
        title: 'Reads a second',
        note: 'Through HTTP, signed in. Load generator, server and database share the cores; µs is processor time per answer.',
        rows: figures.map(rowOfCall),
      },
    ]
  },
  async availability() {
    const figures = await measureAvailability(size.availability)
    return [
      {
        title: 'Availability of 30 days',
        note: 'Milliseconds. The coming eight weeks of every site are full to 60 to 90 %.',
        rows: figures.map(({ visits, http, verb }) => ({
          visits,
          'HTTP p50': ms(http.one.p50),
          'HTTP p99': ms(http.one.p99),
          'p99, 16 clients': ms(http.sixteen.p99),
          'HTTP /s': whole(http.perSecond),
          'verb alone p50': ms(verb.one.p50),
          'verb alone p99': ms(verb.one.p99),
        })),
      },
    ]
  },
  async 'log-ins'() {
    const { rates, others } = await measureLogIns(size.logIns)
    return [
      {
        title: 'Log-ins',
        note: 'Right passwords. Refused: told to come back in a moment (503), since the line for hashing was full.',
        rows: rates.map(({ clients, perSecond, times, refused }) => ({
          clients,
          'log-ins /s': ms(perSecond),
          'p50 ms': ms(times.p50),
          'p99 ms': ms(times.p99),
          refused,
        })),
      },
      {
        title: 'Other calls while clients log in',
        note: 'Milliseconds at one client, p50 / p99, by the number of clients that log in without a pause meanwhile.',
        rows: others.map(({ call, meanwhile }) => ({
          call,
          ...Object.fromEntries(
            meanwhile.map(({ clients, times }) => [
              `${clients} clients`,
              `${ms(times.p50)} / ${ms(times.p99)}`,
            ]),
          ),
        })),
      },
    ]
  },
  async enumeration() {
    const comparisons = await measureEnumeration(size.enumeration)
    return [
      {
        title: 'Does an answer or its time tell whether an address is known?',
        note: 'Medians in milliseconds, asked in random turns; an interval of the difference that holds 0 tells nothing. Who knows the right password may tell it from a wrong one.',
        rows: comparisons.map(({ call, ways, n, medians, difference, sameAnswers }) => ({
          call,
          'n each': n,
          first: `${ways[0]} ${ms(medians[0])}`,
          second: `${ways[1]} ${ms(medians[1])}`,
          difference: difference.difference.toFixed(2),
          '95 % interval': `${difference.low.toFixed(2)} to ${difference.high.toFixed(2)}`,
          'same answers': sameAnswers ? 'yes' : 'no',
        })),
      },
    ]
  },
  async technicians() {
    const { samples, calls, report } = await measureTechnicians(size.technicians)
    return [
      {
        title: 'What a technician waits for',
        note: `Milliseconds of an answer through HTTP at one client, with ${samples} samples in the database.`,
        rows: calls.map(({ call, times }) => ({
          call,
          n: times.n,
          'p50 ms': ms(times.p50),
          'p99 ms': ms(times.p99),
        })),
      },
      {
        title: 'Drawing a report',
        note: 'Milliseconds of processor time for the PDF of a full blood count (18 analytes).',
        rows: [{ 'the first': ms(report.first), 'each after it (median)': ms(report.later) }],
      },
    ]
  },
  async manager() {
    const figures = await measureManager(size.manager)
    const last = figures.at(-1)
    return [
      {
        title: 'A year of a laboratory, seeded',
        note: `Three sites, ${size.manager.days} days; seconds that \`npm run seed\` took.`,
        rows: figures.map(({ rows, seconds }) => ({ ...rows, seconds: whole(seconds) })),
      },
      {
        title: 'What a manager waits for',
        note: 'Milliseconds of an answer through HTTP at one client, and the 99th percentile at eight, by visits in the database; growth from the fewest to the most, of the median at one client. Aims are for the 99th percentile at one client with the most.',
        rows: (last?.calls ?? []).map(({ call, aim }) => {
          const each = figures.map(({ visits, calls }) => ({
            visits,
            times: calls.find((one) => one.call === call),
          }))
          const of = (which: 'first' | 'last') =>
            (which === 'first' ? each[0] : each.at(-1))?.times?.one.p50 ?? Number.NaN
          return {
            call,
            ...Object.fromEntries(
              each.flatMap(({ visits, times }) =>
                times
                  ? [
                      [`p50, ${inShort(visits)}`, ms(times.one.p50)],
                      [`p99, ${inShort(visits)}`, ms(times.one.p99)],
                      [`p99 of 8, ${inShort(visits)}`, ms(times.eight.p99)],
                    ]
                  : [],
              ),
            ),
            growth: `× ${ms(of('last') / of('first'))}`,
            aim,
            over: overTheAim(each.at(-1)?.times) ? 'over' : '',
          }
        }),
      },
    ]
  },
  async queue() {
    const { waiting, calls, live } = await measureQueue(size.queue)
    return [
      {
        title: 'Next',
        note: `Milliseconds of an answer to “call the next one”, all desks pressing as fast as they are answered, ${waiting} people waiting at first.`,
        rows: calls.map(({ desks, perSecond, times }) => ({
          desks,
          'calls /s': whole(perSecond),
          'p50 ms': ms(times.p50),
          'p99 ms': ms(times.p99),
        })),
      },
      {
        title: 'Following the queue live',
        note: `Milliseconds from the request to call somebody until each subscriber of one server process has the message, ${waiting} people waiting. Boards share one message, each patient has one of their own. Server: processor time for one change. KiB: what the server’s resident memory grew by, for each subscriber.`,
        rows: live.map(({ who, subscribers, times, missed, server, kiBEach }) => ({
          who,
          subscribers,
          'p50 ms': ms(times.p50),
          'p99 ms': ms(times.p99),
          'not told': missed,
          'server ms': ms(server),
          'KiB each': ms(kiBEach),
        })),
      },
    ]
  },
  async messages() {
    const { rates, delays } = await measureMessages(size.messages)
    return [
      {
        title: 'From the outbox to the gateway',
        note: 'One server process, and a gateway and a mail server on the loopback that take everything at once. µs is processor time per message.',
        rows: rates.map(({ way, messages, perSecond, server, database }) => ({
          way,
          messages,
          'a second': whole(perSecond),
          'server µs': whole(server),
          'database µs': whole(database),
        })),
      },
      {
        title: 'Until a message is sent',
        note: 'Milliseconds from its commit to the note that it was taken. The pause that gathers wake-ups in the server, up to 150 ms, is not in them.',
        rows: delays.map(({ way, pace, times }) => ({
          way,
          pace,
          messages: times.n,
          'p50 ms': ms(times.p50),
          'p99 ms': ms(times.p99),
        })),
      },
    ]
  },
  async waits() {
    const { forecasts, days, accuracy } = measureWaits(size.waits)
    const two = (value: number | null) => (value === null ? '' : value.toFixed(2))
    return [
      {
        title: 'Forecast of everyone who waits',
        note: 'Milliseconds, medians. A desk for every 25 people, a day’s bookings still to come.',
        rows: forecasts.map(({ people, wall, processor }) => ({
          people,
          'on the clock': ms(wall),
          processor: ms(processor),
        })),
      },
      {
        title: 'A simulated day',
        note: 'Milliseconds from the first arrival to the last release, medians.',
        rows: days.map(({ visits, events, wall, processor }) => ({
          visits,
          events,
          'on the clock': ms(wall),
          processor: ms(processor),
        })),
      },
      {
        title: 'How true forecasts of waits are',
        note: 'Simulated, from fixed seeds: the same on every machine. Minutes. Inside: share of waits in the 10–90 % range; corrected: as it is shown.',
        rows: accuracy.map((row) => ({
          scenario: row.scenario,
          method: row.method,
          waits: row.waits,
          'mean wait': ms(row.meanWait),
          RMSE: two(row.rmse),
          bias: two(row.bias),
          inside: two(row.inside),
          width: two(row.width),
          'inside, corrected': two(row.insideCorrected),
          'width, corrected': two(row.widthCorrected),
        })),
      },
    ]
  },
  async 'first-page'() {
    const { cold, warm, killed, serverIdle } = await measureFirstPage(size.firstPage.rounds)
    return [
      {
        title: 'First page and memory',
        note: 'From the start of the process until `/` answers; the web is built beforehand. Cold: an empty data folder. After a kill: of server and database, under no load.',
        rows: [
          {
            'cold ms': whole(cold),
            'warm ms': whole(warm),
            'after a kill ms': whole(killed),
            'server at rest MiB': whole(serverIdle),
          },
        ],
      },
    ]
  },
  async upgrade() {
    const { visits, seconds, steps, changed, made } = await measureUpgrade(size.upgrade)
    return [
      {
        title: `Upgrade of ${visits} visits from before there were persons`,
        note: `${whole(seconds)} s in all. Changed of what must stay: ${changed.join(', ') || 'nothing'}. Made: ${Object.entries(
          made,
        )
          .map(([name, count]) => `${count} ${name}`)
          .join(', ')}.`,
        rows: steps.map((step) => ({ migration: step.migration, seconds: ms(step.seconds) })),
      },
    ]
  },
  async instruments() {
    const { results, acknowledged, shown, bookings } = await measureInstruments(size.instruments)
    return [
      {
        title: 'Results of analysers while bookings go on',
        note: `Milliseconds. ${size.instruments.links} links, blood counts of ten results over ASTM, ${size.instruments.clients} clients that book. Analysers, load generator, server and database share the cores. Shown: read by the form that a technician has open, after the live stream told of a change.`,
        rows: [
          {
            'results /s': whole(results),
            'bookings /s': whole(bookings),
            'last byte to ACK p50': ms(acknowledged.p50),
            'ACK p99': ms(acknowledged.p99),
            'shown p50': ms(shown.p50),
            'shown p99': ms(shown.p99),
            'shown, n': shown.n,
          },
        ],
      },
    ]
  },
  async day() {
    const { visits, seconds, calls, checks } = await measureDay(size.day)
    return [
      {
        title: `A day of ${visits} visits, with money and microbiology`,
        note: `${whole(seconds)} s in all. Milliseconds of an answer with ${size.day.atOnce} clients, one kind of call at a time; processor time of each call, and the share of its kind in the processor time of all.`,
        rows: calls.map(({ call, times, server, database, serverShare, databaseShare }) => ({
          call,
          n: times.n,
          'p50 ms': ms(times.p50),
          'p99 ms': ms(times.p99),
          'server ms': server.toFixed(2),
          'server %': ms(serverShare),
          'database ms': database.toFixed(2),
          'database %': ms(databaseShare),
        })),
      },
      { title: 'Checks after that day', note: 'The run fails if one of them does.', rows: checks },
    ]
  },
  async fhir() {
    const figures = await measureFhir(size.fhir)
    return [
      {
        title: 'FHIR calls a second',
        note: `Through HTTP, spread over 60 API clients, with ${size.fhir.visits} visits in the database. Load generator, server and database share the cores; µs is processor time per answer; the ceiling is what an empty answer reaches.`,
        rows: figures.map(rowOfCall),
      },
    ]
  },
  async export() {
    const { observations, seconds, before, most, after } = await measureExport(size.export)
    return [
      {
        title: 'Memory during a bulk export',
        note: 'MiB resident of the server, read each second while one client reads the file of Observations.',
        rows: [
          {
            observations,
            seconds: whole(seconds),
            before: whole(before),
            most: whole(most),
            after: whole(after),
          },
        ],
      },
    ]
  },
  async 'mixed-calls'() {
    const figures = await measureMixedCalls(size.mixedCalls)
    return [
      {
        title: 'Memory during mixed calls',
        note: 'MiB: resident of the server; of the database’s processes with what they share counted once. In turns: visits, a day’s list, reports, public pages, bookings, log-ins.',
        rows: figures.map(({ when, answers, ...memory }) => ({ when, answers, ...rounded(memory) })),
      },
    ]
  },
  async chunks() {
    const { files, documents } = measureChunks()
    const visits = await measureFirstVisits(size.chunks.screens)
    return [
      {
        title: 'Documents',
        note: 'kB gzip of what each document asks for at once. `index.html` is the landing page, `app.html` every other screen before its own chunks.',
        rows: documents.map(({ name, scriptKB, styleKB }) => ({
          name,
          'script kB': ms(scriptKB),
          'styles kB': ms(styleKB),
        })),
      },
      {
        title: 'First visits',
        note: 'kB gzip of all script and styles that a browser with an empty cache loads for a screen.',
        rows: visits.map(({ screen, scriptKB, styleKB, files: count }) => ({
          screen,
          'script kB': ms(scriptKB),
          'styles kB': ms(styleKB),
          files: count,
        })),
      },
      {
        title: 'Chunks of a kilobyte and more',
        note: 'kB gzip.',
        rows: files.filter(({ kB }) => kB >= 1).map(({ name, kB }) => ({ name, kB: ms(kB) })),
      },
    ]
  },
}

const inShort = (count: number) => (count >= 1_000_000 ? `${count / 1_000_000} M` : `${count / 1000} k`)
const rounded = ({ server, database }: Memory) => ({ server: whole(server), database: whole(database) })

function machine(): string {
  const [cpu] = cpus()
  const cores = availableParallelism()
  const memory = Math.round(totalmem() / 2 ** 30)
  const postgres = execFileSync(program(installedBinaries(), 'postgres'), ['--version'], { encoding: 'utf8' })
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `${cores} cores (${cpu?.model.trim()}), ${memory} GiB, ${process.platform}; Node ${process.version}, ${postgres.trim()}; version ${commit}; load before ${ms(loadavg()[0] ?? 0)}`
}

function markdown(heading: string, parts: readonly Section[]): string {
  return [
    `# Figures\n\n${heading}`,
    ...parts.map(({ title, note, rows }) => `## ${title}\n\n${note}\n\n${table(rows)}`),
    '',
  ].join('\n\n')
}

const wanted = values.only?.split(',') ?? Object.keys(sections)
const unknown = wanted.find((name) => !(name in sections))
if (unknown !== undefined) {
  console.error(`There is no part “${unknown}”. Parts: ${Object.keys(sections).join(', ')}`)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    closeWorkers()
    closeLaboratories().finally(() => process.exit(1))
  })
}

removeRemains()
const heading = machine()
console.log(heading)
const parts: Section[] = []
try {
  for (const name of wanted) {
    for (const section of (await sections[name]?.()) ?? []) {
      parts.push(section)
      console.log(`\n${section.title}\n${section.note}`)
      console.table(section.rows)
    }
    if (values.out !== undefined) write(values.out)
  }
} finally {
  closeWorkers()
  await closeLaboratories()
}

/** Writes the results so far, so that they are kept if the run is ended early. */
function write(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'figures.md'), markdown(heading, parts))
  writeFileSync(join(folder, 'figures.json'), `${JSON.stringify({ machine: heading, parts }, null, 2)}\n`)
}
