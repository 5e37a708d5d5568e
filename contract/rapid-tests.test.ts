import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concludes, testsToDo } from './rapid-tests.ts'

describe('the algorithm of rapid tests', () => {
  it.each([
    [2, [false], 'Negative'],
    [2, [true], null],
    [2, [true, true], 'Positive'],
    [2, [true, false], 'Inconclusive'],
    [3, [true, true], null],
    [3, [true, true, true], 'Positive'],
    [3, [true, true, false], 'Inconclusive'],
    [3, [], null],
  ] as const)('%i needed tests with the outcomes %j conclude %s', (needed, reactive, conclusion) => {
    expect(concludes(needed, reactive)).toBe(conclusion)
  })

  it('it asks for the next test until there is a conclusion, and for no test after it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2, 3),
        fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        (needed, all) => {
          const done: boolean[] = []
          while (concludes(needed, done) === null) {
            expect(testsToDo(needed, done)).toBe(done.length + 1)
            done.push(all[done.length] ?? false)
          }
          expect(testsToDo(needed, done)).toBe(done.length)
          expect(concludes(needed, done) === 'Positive').toBe(done.length === needed && done.every(Boolean))
        },
      ),
    )
  })
})
