import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What this process counts and times, for `/metrics`. Labels are fixed words of the source (patterns of routes, names of limits and
 * tables), never values of a request, so that their number is bounded and they name nobody.
 */
export const processMeasures = new Registry()
const registers = [processMeasures]

export const countOf = <Label extends string>(
  name: `phial_${string}_total`,
  help: string,
  labelNames: readonly Label[],
): Counter<Label> => new Counter({ name, help, labelNames, registers })

export const timesOf = <Label extends string>(
  name: `phial_${string}_seconds`,
  help: string,
  labelNames: readonly Label[],
  buckets: number[],
): Histogram<Label> => new Histogram({ name, help, labelNames, buckets, registers })

/** A value that is read at each scrape, without waiting. */
export function readAtScrape<Label extends string>(
  name: `phial_${string}`,
  help: string,
  labelNames: readonly Label[],
  read: (set: (labels: Partial<Record<Label, string>>, value: number) => void) => void,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    collect() {
      read((labels, value) => this.set(labels as Record<Label, string>, value))
    },
  })
}
