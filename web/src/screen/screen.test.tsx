import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { openCallbacks } from '#contract/results.ts'
import { readStockItem } from '#contract/stock.ts'
import { createQueryClient } from '../api/queries.ts'
import { createAppRouter } from '../router.ts'
import { ama, openScreen, type Prepare, screen, signIn } from '../testing/open-screen.tsx'

const path = '/stock/01900000-0000-7000-8000-000000000001'

const asManager: Prepare = (server) => {
  signIn(server, { ...ama, role: 'admin', fullName: 'Abena Manager' })
  server.answers(openCallbacks, { visits: [], now: '2026-03-02T08:00:00.000Z', total: 0 })
}
const toStock = (main: HTMLElement) =>
  [...main.querySelectorAll('a')].find((link) => link.textContent === 'Stock')?.getAttribute('href')

test('the parent of every screen has a title, and its address needs no parameter that the screen lacks', () => {
  const { routesByPath } = createAppRouter(createQueryClient(), createMemoryHistory())
  const routes = Object.entries(routesByPath)
  const parents = routes.flatMap(([at, { options }]) =>
    options.staticData?.back ? [[at, options.staticData.back] as const] : [],
  )
  expect(parents.length).toBeGreaterThan(50)
  const wrong = parents.filter(([at, back]) => {
    const parent = routes.find(([one]) => one === back)?.[1]
    const needed: string[] = back.match(/\$\w+/g) ?? []
    return !parent?.options.staticData?.title || needed.some((parameter) => !at.includes(parameter))
  })
  expect(wrong).toEqual([])
})

test('in place of a record that does not exist, there is a link to the screen that it belongs to', async () => {
  await openScreen(path, (server) => {
    asManager(server)
    server.refuses(readStockItem, { code: 'not_found', message: 'There is no such item.' })
    server.provokes(/404|There is no such item/)
  })
  const main = await screen.findByRole('main')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('There is no such item.')
  expect(toStock(main)).toBe('/stock')
})

test('a screen that could not be loaded keeps its link back and its title', async () => {
  await openScreen(path, (server) => {
    asManager(server)
    server.refuses(readStockItem, { code: 'not_allowed', message: 'Not now.' })
    server.provokes(/403|Not now/)
  })
  const main = await screen.findByRole('main')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Item in stock')
  expect(toStock(main)).toBe('/stock')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})
