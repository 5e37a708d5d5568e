import { expect, it } from 'vitest'
import { addressOf, day, id, oneOf, text, upTo } from './address.ts'

const address = addressOf({
  state: oneOf(['open', 'done']),
  from: day,
  person: id,
  test: text(),
  code: text(/^[A-Z]+$/),
  hour: upTo(23),
})
const nothing = {
  state: undefined,
  from: undefined,
  person: undefined,
  test: undefined,
  code: undefined,
  hour: undefined,
}

it('an address gives its valid filters', () => {
  const said = {
    state: 'done',
    from: '2026-03-02',
    person: '01900000-0000-7000-8000-000000000001',
    test: 'Full Blood Count',
    code: 'HGB',
    hour: '7',
  }
  expect(address.read(said)).toEqual({ ...said, hour: 7 })
})

it('an address gives every key, also for invalid filters, so that none of them stays in the address', () => {
  const wrong = { state: 'gone', from: 'yesterday', person: 'ama', test: '', code: 'x', hour: 24, more: 1 }
  expect(address.read(wrong)).toEqual(nothing)
  expect(address.read({ test: 7, hour: '' })).toEqual(nothing)
  expect(Object.keys(address.read({}))).toEqual(Object.keys(nothing))
})
