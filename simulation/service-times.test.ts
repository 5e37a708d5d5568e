import { describe, expect, it } from 'vitest'
import { draw, meanOf } from './distributions.ts'
import { stream } from './random.ts'
import {
  learnService,
  noServiceTimes,
  type Service,
  type ServiceTimes,
  servicesKnown,
  serviceTime,
} from './service-times.ts'

const seen = (minutes: number, more: Partial<Service> = {}): Service => ({
  type: 'blood',
  staff: 'Ama',
  minutes,
  endSeen: true,
  ...more,
})
const learn = (known: ServiceTimes, services: Service[]) => services.reduce(learnService, known)
const many = (count: number, minutes: number, more: Partial<Service> = {}) =>
  Array.from({ length: count }, (_, index) => seen(minutes * (index % 2 === 0 ? 0.8 : 1.2), more))
const mean = (known: ServiceTimes, type: string, staff: string | null) =>
  meanOf(serviceTime(known, type, staff) ?? { kind: 'constant', value: Number.NaN })

describe('service times', () => {
  it('are unknown before any service was seen', () => {
    expect(serviceTime(noServiceTimes, 'blood', 'Ama')).toBeUndefined()
    expect(servicesKnown(noServiceTimes)).toBe(0)
  })

  it('are learned by type; an unknown type gets the mean of all types', () => {
    const known = learn(noServiceTimes, [...many(100, 5), ...many(100, 12, { type: 'child' })])
    expect(mean(known, 'blood', null)).toBeCloseTo(5, 0)
    expect(mean(known, 'child', null)).toBeCloseTo(12, 0)
    expect(mean(known, 'never seen', null)).toBeCloseTo(8.5, 0)
  })

  it('weigh the services of a person by their number', () => {
    const usual = learn(noServiceTimes, many(300, 6, { staff: 'Kofi' }))
    const afterThree = learn(usual, many(3, 3))
    const afterMany = learn(usual, many(200, 3))
    expect(mean(afterThree, 'blood', 'Ama')).toBeGreaterThan(5.3)
    expect(mean(afterMany, 'blood', 'Ama')).toBeLessThan(3.5)
    expect(mean(afterMany, 'blood', 'Ama')).toBeLessThan(mean(afterMany, 'blood', 'Kofi'))
  })

  it('ignore services whose Finish was forgotten', () => {
    const known = learn(noServiceTimes, many(30, 5))
    expect(learnService(known, seen(5, { endSeen: false }))).toBe(known)
    expect(learnService(known, seen(70))).toBe(known)
    expect(learnService(noServiceTimes, seen(300))).toBe(noServiceTimes)
    expect(learnService(known, seen(0))).toBe(known)
    expect(learnService(known, seen(30))).not.toBe(known)
  })

  it('follow a permanent change of service', () => {
    const known = learn(noServiceTimes, [...many(1000, 5), ...many(2000, 6)])
    expect(mean(known, 'blood', null)).toBeGreaterThan(5.7)
  })

  it('have the shape of the recent services, with the estimated mean', () => {
    const random = stream(3)
    const exponential = Array.from({ length: 400 }, () =>
      seen(draw({ kind: 'exponential', mean: 6 }, random) + 0.01),
    )
    const distribution = serviceTime(learn(noServiceTimes, exponential), 'blood', 'Ama')
    if (distribution?.kind !== 'empirical') throw new Error('enough were seen for their own shape')
    const short =
      distribution.values.filter((one) => one < 0.5 * meanOf(distribution)).length /
      distribution.values.length
    // 1 - exp(-1/2) of exponential times are under half the mean; of a lognormal with the same spread 29 %.
    expect(Math.abs(short - 0.393)).toBeLessThan(0.07)
    const few = serviceTime(learn(noServiceTimes, exponential.slice(0, 20)), 'blood', 'Ama')
    expect(few?.kind).toBe('lognormal')
  })

  it('are the same after they were stored as JSON', () => {
    const known = learn(noServiceTimes, many(80, 5))
    expect(JSON.parse(JSON.stringify(known))).toEqual(known)
  })
})
