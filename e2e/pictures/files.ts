import { fileURLToPath } from 'node:url'

const folder = (name: string) => fileURLToPath(new URL(`../../.look/${name}`, import.meta.url))

/** The folders of pictures: of the last run, accepted, and differences. */
export const folders = { taken: folder('taken'), accepted: folder('accepted'), changed: folder('changed') }
export const sheet = folder('index.html')

/** The file of a picture, the same in each folder: "manager/calendar/desk-light.png". */
export const fileOf = (screen: string, variant: string): string[] => [
  ...screen
    .replace(/\$/g, '')
    .split(/[ /]+/)
    .filter((part) => part !== ''),
  `${variant}.png`,
]

export const taken = (name: readonly string[]): string => [folders.taken, ...name].join('/')
export const accepted = (name: readonly string[]): string => [folders.accepted, ...name].join('/')
