/**
 * Loaded first by the processes that make pictures. It sets their clock to a fixed Tuesday morning, from which it runs on, so that
 * pictures of different days can be compared. The first process passes the offset on to its children.
 */
const begin = Date.UTC(2027, 5, 8, 9, 30)
process.env.PHIAL_PICTURES_AHEAD ??= String(begin - Date.now())
const ahead = Number(process.env.PHIAL_PICTURES_AHEAD)
const now = () => Reflect.apply(realNow, undefined, []) + ahead
const realNow = Date.now

globalThis.Date = new Proxy(Date, {
  construct: (target, given) => (given.length > 0 ? new target(...given) : new target(now())),
  apply: (target) => new target(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
