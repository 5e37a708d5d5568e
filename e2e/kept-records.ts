import type { Page } from '@playwright/test'

/** The records of an object store in this browser's database, as far as a script can read them. */
export const keptRecords = (page: Page, room: 'drafts' | 'answers') =>
  page.evaluate<{ text: string; names: string[]; count: number; extractable: boolean[] }>(`(async () => {
    const asked = (request) => new Promise((done, failed) => {
      request.onsuccess = () => done(request.result)
      request.onerror = () => failed(request.error)
    })
    const db = await asked(indexedDB.open('phial'))
    const records = (name) => db.transaction(name).objectStore(name)
    const sealed = await asked(records('${room}').getAll())
    const names = await asked(records('${room}').getAllKeys())
    const keys = await asked(records('keys').getAll())
    db.close()
    const text = sealed.map(({ data, ...rest }) => new TextDecoder('latin1').decode(data) + JSON.stringify(rest)).join()
    return { text, names, count: sealed.length, extractable: keys.map((key) => key.extractable) }
  })()`)
